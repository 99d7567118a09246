import { useState } from 'react';
import { useTexts } from '../../../shell/runtime.ts';
import { Note } from '../../../ui/note.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { QuietButton } from '../../../ui/quiet-button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { AuthFormProps } from './auth-form-props.ts';
import { AuthFrame } from './auth-frame.tsx';
import { OauthButtons } from './oauth-buttons.tsx';
import { PasskeyButton } from './passkey-button.tsx';

export function LoginForm({ isContinuing, onForgotten, ...frame }: AuthFormProps) {
  const { form } = frame;
  const t = useTexts();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  return (
    <AuthFrame
      {...frame}
      label={t('tpl:auth:tab_login')}
      emailKind="username"
      submit={t(isContinuing ? 'tpl:auth:login_continue' : 'tpl:auth:login')}
      after={
        <>
          <QuietButton look="bare" onClick={onForgotten}>
            {t('tpl:auth:forgotten')}
          </QuietButton>
          <OauthButtons form={form} given={{ password, isAgreed: false, code }} />
          <PasskeyButton form={form} account={form.isCodeAsked ? { email: frame.email, password } : undefined} />
        </>
      }
      onSubmit={() => void form.submit({ email: frame.email, password, ...(form.isCodeAsked && { code }) })}
    >
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
      {form.errors.terms && <Note>{form.errors.terms}</Note>}
    </AuthFrame>
  );
}
