import { useState } from 'react';
import { useTexts } from '../../../platform/runtime.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import type { AuthFormProps } from './auth-form-props.ts';
import { AuthFrame } from './auth-frame.tsx';
import { OtherMethods } from './other-methods.tsx';
import { SecondCode } from './second-code.tsx';

export function LoginForm({ isContinuing, onForgotten, ...frame }: AuthFormProps) {
  const { form } = frame;
  const t = useTexts();
  const isCodeAsked = form.codeHelp !== undefined;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  return (
    <AuthFrame
      {...frame}
      label={t('tpl:auth:tab_login')}
      emailKind="username"
      submit={t(isContinuing ? 'tpl:auth:login_continue' : 'tpl:auth:login')}
      after={
        <OtherMethods
          form={form}
          given={{ password, isAgreed: false, code }}
          passkey={{ account: isCodeAsked ? { email: frame.email, password } : undefined }}
        />
      }
      onSubmit={() => void form.submit({ email: frame.email, password, ...(isCodeAsked && { code }) })}
    >
      <PasswordField
        label={t('tpl:auth:password')}
        hint={<LinkButton onClick={onForgotten}>{t('tpl:auth:forgotten')}</LinkButton>}
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
      {isCodeAsked && <SecondCode form={form} help={form.codeHelp} code={code} onCode={setCode} />}
      {form.errors.terms && <Callout>{form.errors.terms}</Callout>}
    </AuthFrame>
  );
}
