import { useTexts } from '../../platform/runtime.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';

export interface PresentPasswordFieldProps {
  label: string;
  /** The account's e-mail, for password managers. */
  email: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  autoFocus?: boolean | undefined;
}

/** The password that the account has now. */
export function PresentPasswordField({ label, email, ...field }: PresentPasswordFieldProps) {
  const t = useTexts();
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...field}
        label={label}
        name="current-password"
        autoComplete="current-password"
        showLabel={t('tpl:auth:show')}
        hideLabel={t('tpl:auth:hide')}
      />
    </>
  );
}
