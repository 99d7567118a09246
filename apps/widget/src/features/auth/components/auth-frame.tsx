import type { ReactNode } from 'react';
import { useTexts } from '../../../shell/runtime.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import text from '../../../ui/text.module.css';
import type { AuthFormProps } from './auth-form-props.ts';

export interface AuthFrameProps extends Pick<AuthFormProps, 'id' | 'form' | 'email' | 'onEmail'> {
  label: string;
  /** What a password manager knows the e-mail as. */
  emailKind: 'username' | 'email';
  submit: string;
  /** After the button: another way. */
  after?: ReactNode;
  children: ReactNode;
  onSubmit: () => void;
}

/** What signing in and registering share: the panel, the e-mail, the complaint about the whole and the button. */
export function AuthFrame(props: AuthFrameProps) {
  const { id, form, email, onEmail, label, emailKind, submit, after, children, onSubmit } = props;
  const t = useTexts();
  return (
    <form
      id={id}
      role="tabpanel"
      aria-label={label}
      className={text.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <TextField
        label={t('tpl:auth:email')}
        type="email"
        name="email"
        autoComplete={emailKind}
        value={email}
        onChange={(value) => {
          onEmail(value);
          form.clear('email');
        }}
        error={form.errors.email}
      />
      {children}
      {form.errors.form && <Note>{form.errors.form}</Note>}
      <Button big type="submit" busy={form.isBusy}>
        {submit}
      </Button>
      {after}
    </form>
  );
}
