import { useState } from 'react';
import { useRuntime, useTexts } from '../../shell/runtime.ts';
import { useSave } from '../../shell/use-save.ts';
import layout from '../../ui/layout.module.css';
import { Note } from '../../ui/note.tsx';
import { QuietButton } from '../../ui/quiet-button.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { deleteAccountEndpoint } from './api/delete-account.ts';
import { PresentPasswordField } from './present-password-field.tsx';
import { SecondCodeField } from './second-code-field.tsx';

/** Warning, password, a typed word. */
export function DeleteAccountScreen({ email, onDeleted }: { email: string; onDeleted: () => void }) {
  const { api } = useRuntime();
  const t = useTexts();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const saving = useSave(['password', 'code']);
  const word = t('tpl:settings:delete-account:word');
  const isConfirmed = typed.trim().toLocaleLowerCase() === word.toLocaleLowerCase();

  async function remove(): Promise<void> {
    const values = { password, reason: reason.trim(), isAgree: isConfirmed, ...(code !== '' && { code }) };
    if (await saving.run(() => api.call(deleteAccountEndpoint, values))) onDeleted();
  }

  return (
    <form
      className={layout.main}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isConfirmed) void remove();
      }}
    >
      <Note type="warning" live={false} title={t('tpl:settings:delete-account:warning')}>
        {t('tpl:settings:delete-account:warning_text')}
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
      <TextAreaField label={t('tpl:settings:delete-account:reason')} value={reason} onChange={setReason} />
      <TextField
        label={t('tpl:settings:delete-account:confirm', { word })}
        autoComplete="off"
        value={typed}
        onChange={setTyped}
      />
      {saving.error && <Note>{saving.error}</Note>}
      <QuietButton
        look="danger"
        type="submit"
        className={layout.push}
        busy={saving.isBusy}
        disabled={password === '' || !isConfirmed}
      >
        {t('tpl:settings:delete-account:delete')}
      </QuietButton>
    </form>
  );
}
