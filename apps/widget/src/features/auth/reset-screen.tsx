import { useState } from 'react';
import { NewPasswordFields } from '../../parts/new-password-fields.tsx';
import { useRuntime, useTexts } from '../../shell/runtime.ts';
import { useSave } from '../../shell/use-save.ts';
import { Button } from '../../ui/button.tsx';
import layout from '../../ui/layout.module.css';
import { Note } from '../../ui/note.tsx';
import { QuietButton } from '../../ui/quiet-button.tsx';
import text from '../../ui/text.module.css';
import { resetPasswordEndpoint } from './api/reset-password.ts';

export interface ResetScreenProps {
  /** Came with the link of the letter. */
  token: string;
  onDone: () => void;
  onAnotherLink: () => void;
}

/** Sets a new password by the link of a letter. */
export function ResetScreen({ token, onDone, onAnotherLink }: ResetScreenProps) {
  const { api } = useRuntime();
  const t = useTexts();
  const [newPassword, setNew] = useState('');
  const [newPasswordRepeat, setRepeat] = useState('');
  const saving = useSave(['new_password', 'new_password_repeat', 'token']);
  return (
    <form
      className={layout.main}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const values = { token, newPassword, newPasswordRepeat };
        void saving.run(() => api.call(resetPasswordEndpoint, values)).then((answer) => answer && onDone());
      }}
    >
      <p className={text.lead}>{t('tpl:auth:reset_text')}</p>
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
      {saving.errors.token && <Note>{saving.errors.token}</Note>}
      {saving.error && <Note>{saving.error}</Note>}
      <Button big type="submit" busy={saving.isBusy} disabled={newPassword === '' || newPasswordRepeat === ''}>
        {t('tpl:auth:reset_save')}
      </Button>
      {saving.errors.token && (
        <QuietButton look="line" onClick={onAnotherLink}>
          {t('tpl:auth:reset_again')}
        </QuietButton>
      )}
    </form>
  );
}
