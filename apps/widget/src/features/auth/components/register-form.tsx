import { useState } from 'react';
import { useTexts } from '../../../shell/runtime.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Note } from '../../../ui/note.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { StrengthBars } from '../../../ui/strength-bars.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import text from '../../../ui/text.module.css';
import { passwordStrength } from '../../../parts/password-strength.ts';
import type { AuthFormProps } from './auth-form-props.ts';

export function RegisterForm({ id, form, email, onEmail }: AuthFormProps) {
  const t = useTexts();
  const [password, setPassword] = useState('');
  const [isAgreed, setAgreed] = useState(false);
  const strength = passwordStrength(password);
  return (
    <form
      id={id}
      role="tabpanel"
      aria-label={t('tpl:auth:tab_register')}
      className={text.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit({ email, password, isAgreed });
      }}
    >
      <TextField
        label={t('tpl:auth:email')}
        type="email"
        name="email"
        autoComplete="email"
        value={email}
        onChange={(value) => {
          onEmail(value);
          form.clear('email');
        }}
        error={form.errors.email}
      />
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
        {t('tpl:auth:terms')}
      </Checkbox>
      {form.errors.form && <Note>{form.errors.form}</Note>}
      <Button big type="submit" busy={form.isBusy}>
        {t('tpl:auth:register')}
      </Button>
    </form>
  );
}
