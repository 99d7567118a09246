import { useHasPassword } from './use-proof.ts';
import { useTexts } from '../../platform/runtime.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { PasskeyCodeButton } from './passkey-code-button.tsx';

export interface SecondCodeFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

/** The code of the second factor, or a passkey in its place; shows once the server requires it. */
export function SecondCodeField({ value, onChange, error }: SecondCodeFieldProps) {
  const t = useTexts();
  const hasPassword = useHasPassword();
  if (value === '' && error === undefined) return null;
  return (
    <>
      <TextField
        label={t(hasPassword === false ? 'tpl:verification:code_label' : 'tpl:auth:second_code')}
        autoComplete="one-time-code"
        autoFocus
        value={value}
        onChange={onChange}
        error={error}
      />
      <PasskeyCodeButton onCode={onChange} />
    </>
  );
}
