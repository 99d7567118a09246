import { useState } from 'react';
import { RichText } from '../../../parts/page/rich-text.tsx';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { StrengthBars } from '../../../ui/fields/strength-bars.tsx';
import { passwordStrength } from '../../../parts/entry/password-strength.ts';
import { AuthFrame } from './auth-frame.tsx';
import { OtherMethods } from './other-methods.tsx';
import type { AuthFormProps } from './auth-form-props.ts';

export function RegisterForm({ id, form, email, onEmail }: AuthFormProps) {
  const { termsUrl = '', privacyUrl = '' } = useRuntime().boot.brand;
  const t = useTexts();
  const [password, setPassword] = useState('');
  const [isAgreed, setAgreed] = useState(false);
  const [isNews, setNews] = useState(false);
  const strength = passwordStrength(password);
  return (
    <AuthFrame
      id={id}
      form={form}
      email={email}
      onEmail={onEmail}
      label={t('tpl:auth:tab_register')}
      emailKind="email"
      submit={t('tpl:auth:register')}
      after={<OtherMethods form={form} given={{ password, isAgreed }} />}
      onSubmit={() => void form.submit({ email, password, isAgreed, isNews })}
    >
      <PasswordField
        label={t('tpl:auth:new_password')}
        name="new-password"
        autoComplete="new-password"
        showLabel={t('tpl:auth:show')}
        hideLabel={t('tpl:auth:hide')}
        help={strength === 0 && t('tpl:auth:password_help')}
        value={password}
        onChange={(value) => {
          setPassword(value);
          form.clear('password');
        }}
        error={form.errors.password}
      />
      {password !== '' && <StrengthBars strength={strength}>{t(`tpl:auth:strength_${strength}`)}</StrengthBars>}
      <Checkbox
        name="terms"
        checked={isAgreed}
        onChange={(checked) => {
          setAgreed(checked);
          form.clear('terms');
        }}
        error={form.errors.terms}
      >
        <RichText>{t('tpl:auth:terms', { terms: termsUrl, privacy: privacyUrl })}</RichText>
      </Checkbox>
      <Checkbox name="news" checked={isNews} onChange={setNews}>
        {t('tpl:auth:news')}
      </Checkbox>
    </AuthFrame>
  );
}
