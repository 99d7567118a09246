import { useTexts } from '../../platform/runtime.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { StrengthBars } from '../../ui/fields/strength-bars.tsx';
import { passwordStrength } from './password-strength.ts';

/** A password and the same once more, as the calls send them. */
export interface NewPassword {
  newPassword: string;
  newPasswordRepeat: string;
}

export const noPassword: NewPassword = { newPassword: '', newPasswordRepeat: '' };

export interface NewPasswordFieldsProps {
  value: NewPassword;
  onChange: (value: NewPassword) => void;
  /** By names of the wire. */
  errors: { new_password?: string; new_password_repeat?: string };
}

/** A new password and its repetition, with a text on its strength. */
export function NewPasswordFields({ value, onChange, errors }: NewPasswordFieldsProps) {
  const t = useTexts();
  const { newPassword, newPasswordRepeat } = value;
  const strength = passwordStrength(newPassword);
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
        value={newPassword}
        onChange={(text) => onChange({ ...value, newPassword: text })}
        missing={newPassword === ''}
        error={errors.new_password}
      />
      {newPassword !== '' && <StrengthBars strength={strength}>{t(`tpl:auth:strength_${strength}`)}</StrengthBars>}
      <PasswordField
        {...labels}
        label={t('tpl:auth:repeat_password')}
        name="repeat-password"
        value={newPasswordRepeat}
        onChange={(text) => onChange({ ...value, newPasswordRepeat: text })}
        missing={newPasswordRepeat === ''}
        error={errors.new_password_repeat}
      />
    </>
  );
}
