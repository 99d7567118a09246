import { useState } from 'react';
import { useRuntime, useTexts } from '../../shell/runtime.ts';
import { useSave } from '../../shell/use-save.ts';
import { Note } from '../../ui/note.tsx';
import { QuietButton } from '../../ui/quiet-button.tsx';
import text from '../../ui/text.module.css';
import { removePasskeyEndpoint } from './api/remove-passkey.ts';
import type { Passkey } from './passkey-row.tsx';
import { PresentPasswordField } from './present-password-field.tsx';
import { SecondCodeField } from './second-code-field.tsx';

export interface RemovePasskeyFormProps {
  passkey: Passkey;
  email: string;
  onRemoved: () => void;
  onCancel: () => void;
}

/** Password, and whatever second factor there is, before a passkey goes. */
export function RemovePasskeyForm({ passkey, email, onRemoved, onCancel }: RemovePasskeyFormProps) {
  const { api } = useRuntime();
  const t = useTexts();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const saving = useSave(['password', 'code']);
  const values = { id: passkey.id, password, ...(code !== '' && { code }) };
  return (
    <form
      className={text.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void saving.run(() => api.call(removePasskeyEndpoint, values)).then((answer) => answer && onRemoved());
      }}
    >
      <Note type="warning" live={false} title={t('tpl:settings:passkeys:removing', { name: passkey.name })}>
        {t('tpl:settings:passkeys:removing_text')}
      </Note>
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
      <SecondCodeField value={code} onChange={setCode} error={saving.errors.code} />
      {saving.error && <Note>{saving.error}</Note>}
      <QuietButton look="danger" type="submit" busy={saving.isBusy} disabled={password === ''}>
        {t('tpl:settings:passkeys:remove_it')}
      </QuietButton>
      <QuietButton look="bare" onClick={onCancel}>
        {t('tpl:common:back')}
      </QuietButton>
    </form>
  );
}
