import { useState } from 'react';
import { NewPasswordFields } from '../../parts/new-password-fields.tsx';
import { useRuntime, useTexts } from '../../shell/runtime.ts';
import { useSave } from '../../shell/use-save.ts';
import { Button } from '../../ui/button.tsx';
import layout from '../../ui/layout.module.css';
import { Note } from '../../ui/note.tsx';
import { changePasswordEndpoint } from './api/change-password.ts';
import { PresentPasswordField } from './present-password-field.tsx';
import { SecondCodeField } from './second-code-field.tsx';

/** Old, new, repeat; the other sessions end. */
export function ChangePasswordScreen({ email, onDone }: { email: string; onDone: () => void }) {
  const { api, session } = useRuntime();
  const t = useTexts();
  const [oldPassword, setOld] = useState('');
  const [newPassword, setNew] = useState('');
  const [newPasswordRepeat, setRepeat] = useState('');
  const [code, setCode] = useState('');
  const saving = useSave(['old_password', 'new_password', 'new_password_repeat', 'code']);

  async function change(): Promise<void> {
    const values = { oldPassword, newPassword, newPasswordRepeat, ...(code !== '' && { code }) };
    const answer = await saving.run(() => api.call(changePasswordEndpoint, values));
    if (answer && session.set(answer, 'refreshed')) onDone();
  }

  return (
    <form
      className={layout.main}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void change();
      }}
    >
      <PresentPasswordField
        label={t('tpl:settings:change-password:old')}
        email={email}
        value={oldPassword}
        onChange={(value) => {
          saving.clear();
          setOld(value);
        }}
        error={saving.errors.old_password}
      />
      <NewPasswordFields
        password={newPassword}
        repeat={newPasswordRepeat}
        onPassword={(value) => {
          saving.clear();
          setNew(value);
        }}
        onRepeat={(value) => {
          saving.clear();
          setRepeat(value);
        }}
        errors={{ password: saving.errors.new_password, repeat: saving.errors.new_password_repeat }}
      />
      <SecondCodeField value={code} onChange={setCode} error={saving.errors.code} />
      <Note type="plain" icon="info" live={false}>
        {t('tpl:settings:change-password:others')}
      </Note>
      {saving.error && <Note>{saving.error}</Note>}
      <Button
        big
        type="submit"
        className={layout.push}
        busy={saving.isBusy}
        disabled={oldPassword === '' || newPassword === '' || newPasswordRepeat === ''}
      >
        {t('tpl:settings:change-password:save')}
      </Button>
    </form>
  );
}
