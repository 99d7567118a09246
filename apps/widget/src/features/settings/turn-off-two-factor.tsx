import { disableTwoFactorEndpoint } from '@causeway/contract/endpoints/disable-two-factor.generated';
import { useState } from 'react';
import { FormFrame } from '../../parts/page/form-frame.tsx';
import { useHasPassword } from './use-proof.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useSave } from '../../platform/use-save.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { PasskeyCodeButton } from './passkey-code-button.tsx';
import { PresentPasswordField } from './present-password-field.tsx';

/** The password with a code of the app, or one of the recovery codes, switches two-factor off. */
export function TurnOffTwoFactor({ email, onOff }: { email: string; onOff: () => void }) {
  const { api } = useRuntime();
  const t = useTexts();
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const hasPassword = useHasPassword();
  const saving = useSave(['code', 'password']);
  return (
    <FormFrame
      isPart
      saving={saving}
      submit={{
        text: t('tpl:settings:2fa:turn_off'),
        isDanger: true,
        isMissing: code.trim() === '' || (hasPassword !== false && password === ''),
      }}
      onSubmit={() =>
        void saving
          .finish(() => api.call(disableTwoFactorEndpoint, { code, ...(hasPassword && { password }) }))
          .then((answer) => answer && onOff())
      }
    >
      <PresentPasswordField
        label={t('tpl:auth:password')}
        email={email}
        value={password}
        onChange={(value) => {
          saving.clear();
          setPassword(value);
        }}
        error={saving.errors.password}
      />
      <TextField
        label={t('tpl:settings:2fa:off_code')}
        help={t('tpl:settings:2fa:off_help')}
        autoComplete="one-time-code"
        value={code}
        onChange={(value) => {
          saving.clear();
          setCode(value);
        }}
        missing={code.trim() === ''}
        error={saving.errors.code}
      />
      <PasskeyCodeButton onCode={setCode} />
    </FormFrame>
  );
}
