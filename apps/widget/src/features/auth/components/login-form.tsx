import { useState } from 'react';
import { useTexts } from '../../../shell/runtime.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { QuietButton } from '../../../ui/quiet-button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import text from '../../../ui/text.module.css';
import type { AuthFormProps } from './auth-form-props.ts';

export function LoginForm({ id, form, email, onEmail, isContinuing, onForgotten }: AuthFormProps) {
  const t = useTexts();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  return (
    <form
      id={id}
      role="tabpanel"
      aria-label={t('tpl:auth:tab_login')}
      className={text.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit({ email, password, ...(form.isCodeAsked && { code }) });
      }}
    >
      <TextField
        label={t('tpl:auth:email')}
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={(value) => {
          onEmail(value);
          form.clear('email');
        }}
        error={form.errors.email}
      />
      <PasswordField
        label={t('tpl:auth:password')}
        name="password"
        autoComplete="current-password"
        showLabel={t('tpl:auth:show')}
        hideLabel={t('tpl:auth:hide')}
        value={password}
        onChange={(value) => {
          setPassword(value);
          form.clear('password');
        }}
        error={form.errors.password}
      />
      {form.isCodeAsked && (
        <TextField
          label={t('tpl:auth:second_code')}
          help={t('tpl:auth:second_code_help')}
          name="code"
          autoComplete="one-time-code"
          autoFocus
          value={code}
          onChange={(value) => {
            setCode(value);
            form.clear('code');
          }}
          error={form.errors.code}
        />
      )}
      {form.errors.form && <Note>{form.errors.form}</Note>}
      <Button big type="submit" busy={form.isBusy}>
        {t(isContinuing ? 'tpl:auth:login_continue' : 'tpl:auth:login')}
      </Button>
      <QuietButton look="bare" onClick={onForgotten}>
        {t('tpl:auth:forgotten')}
      </QuietButton>
    </form>
  );
}
