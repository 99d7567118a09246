import { useState } from 'react';
import { useRuntime, useTexts } from '../../shell/runtime.ts';
import { useSave } from '../../shell/use-save.ts';
import { Note } from '../../ui/note.tsx';
import { QuietButton } from '../../ui/quiet-button.tsx';
import text from '../../ui/text.module.css';
import { TextField } from '../../ui/text-field.tsx';
import { disableTwoFactorEndpoint } from './api/disable-two-factor.ts';
import { PasskeyCodeButton } from './passkey-code-button.tsx';

/** A code of the app, or one of the recovery codes, switches two-factor off. */
export function TurnOffTwoFactor({ onOff }: { onOff: () => void }) {
  const { api } = useRuntime();
  const t = useTexts();
  const [code, setCode] = useState('');
  const saving = useSave(['code']);
  return (
    <form
      className={text.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void saving.run(() => api.call(disableTwoFactorEndpoint, { code })).then((answer) => answer && onOff());
      }}
    >
      <TextField
        label={t('tpl:settings:2fa:off_code')}
        help={t('tpl:settings:2fa:off_help')}
        autoComplete="one-time-code"
        value={code}
        onChange={(value) => {
          saving.clear();
          setCode(value);
        }}
        error={saving.errors.code}
      />
      <PasskeyCodeButton onCode={setCode} />
      {saving.error && <Note>{saving.error}</Note>}
      <QuietButton look="danger" type="submit" busy={saving.isBusy} disabled={code.trim() === ''}>
        {t('tpl:settings:2fa:turn_off')}
      </QuietButton>
    </form>
  );
}
