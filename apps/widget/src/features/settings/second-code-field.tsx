import { useTexts } from '../../shell/runtime.ts';
import { TextField } from '../../ui/text-field.tsx';

export interface SecondCodeFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

/** The code of the second factor; shows once the server has asked for it. */
export function SecondCodeField({ value, onChange, error }: SecondCodeFieldProps) {
  const t = useTexts();
  if (value === '' && error === undefined) return null;
  return (
    <TextField
      label={t('tpl:settings:2fa:off_code')}
      autoComplete="one-time-code"
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
