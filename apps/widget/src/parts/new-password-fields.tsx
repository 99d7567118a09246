import { useTexts } from '../shell/runtime.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { StrengthBars } from '../ui/strength-bars.tsx';
import { passwordStrength } from './password-strength.ts';

export interface NewPasswordFieldsProps {
  password: string;
  repeat: string;
  onPassword: (value: string) => void;
  onRepeat: (value: string) => void;
  errors: { password?: string | undefined; repeat?: string | undefined };
}

/** A new password and the same once more, with a word on its strength. */
export function NewPasswordFields({ password, repeat, onPassword, onRepeat, errors }: NewPasswordFieldsProps) {
  const t = useTexts();
  const strength = passwordStrength(password);
  const labels = {
    showLabel: t('tpl:auth:show'),
    hideLabel: t('tpl:auth:hide'),
    autoComplete: 'new-password' as const,
  };
  return (
    <>
      <PasswordField
        {...labels}
        label={t('tpl:auth:new_password')}
        name="new-password"
        help={strength === 0 && t('tpl:auth:password_help')}
        value={password}
        onChange={onPassword}
        error={errors.password}
      />
      {password !== '' && <StrengthBars strength={strength}>{t(`tpl:auth:strength_${strength}`)}</StrengthBars>}
      <PasswordField
        {...labels}
        label={t('tpl:auth:repeat_password')}
        name="repeat-password"
        value={repeat}
        onChange={onRepeat}
        error={errors.repeat}
      />
    </>
  );
}
