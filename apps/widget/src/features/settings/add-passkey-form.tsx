import { useState } from 'react';
import { makePasskey } from '../../shell/passkeys.ts';
import { useRuntime, useTexts } from '../../shell/runtime.ts';
import { useSave } from '../../shell/use-save.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import text from '../../ui/text.module.css';
import { TextField } from '../../ui/text-field.tsx';
import { addPasskeyEndpoint } from './api/add-passkey.ts';
import { startPasskeyEndpoint } from './api/start-passkey.ts';
import { PresentPasswordField } from './present-password-field.tsx';
import { SecondCodeField } from './second-code-field.tsx';

export interface AddPasskeyFormProps {
  email: string;
  /** How it is called unless its owner says otherwise. */
  firstName: string;
  /** Given the recovery codes, when this is the first second factor. */
  onAdded: (recoveryCodes: readonly string[]) => void;
}

/** The password once more, then the browser's own window. */
export function AddPasskeyForm({ email, firstName, onAdded }: AddPasskeyFormProps) {
  const { api, toasts } = useRuntime();
  const t = useTexts();
  const [name, setName] = useState(firstName);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const saving = useSave(['password', 'code', 'name']);

  async function add(): Promise<void> {
    const proof = { password, ...(code !== '' && { code }) };
    const started = await saving.run(() => api.call(startPasskeyEndpoint, proof));
    if (!started) return;
    const credential = await makePasskey(started.options);
    // A code works once: another try begins with another one.
    setCode('');
    if (credential === undefined) return toasts.show({ text: t('tpl:settings:passkeys:stopped') });
    const answer = await saving.run(() => api.call(addPasskeyEndpoint, { credential, name: name.trim() || firstName }));
    if (answer) onAdded(answer.recoveryCodes);
  }

  return (
    <form
      className={text.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <TextField
        label={t('tpl:settings:passkeys:name')}
        autoComplete="off"
        maxLength={60}
        value={name}
        onChange={setName}
        error={saving.errors.name}
      />
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
      <Button big type="submit" icon="key-round" busy={saving.isBusy} disabled={password === ''}>
        {t('tpl:settings:passkeys:add')}
      </Button>
    </form>
  );
}
