import { useTexts } from '../../platform/runtime.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { useHasPassword } from './use-proof.ts';

export interface PresentPasswordFieldProps {
  label: string;
  /** The account's e-mail, for password managers. */
  email: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  autoFocus?: boolean | undefined;
}

/** The password that the account has now; of an account without one it shows nothing. */
export function PresentPasswordField({ label, email, ...field }: PresentPasswordFieldProps) {
  const t = useTexts();
  const hasPassword = useHasPassword();
  if (hasPassword === false) return null;
  // As tall as the field, so that what is below stays where it is.
  if (hasPassword === undefined)
    return (
      <div aria-busy="true">
        <Skeleton width="100%" height="72px" />
      </div>
    );
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...field}
        missing={field.value === ''}
        label={label}
        name="current-password"
        autoComplete="current-password"
        showLabel={t('tpl:auth:show')}
        hideLabel={t('tpl:auth:hide')}
      />
    </>
  );
}
