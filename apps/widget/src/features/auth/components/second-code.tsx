import { useTexts } from '../../../platform/runtime.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { AuthForm } from '../use-auth-form.ts';

export interface SecondCodeProps {
  form: AuthForm;
  /** Names the account's factors: an app, a passkey, recovery codes. */
  help: string | undefined;
  code: string;
  onCode: (code: string) => void;
}

/** The code of the second factor. */
export function SecondCode({ form, help, code, onCode }: SecondCodeProps) {
  const t = useTexts();
  return (
    <TextField
      label={t('tpl:auth:second_code')}
      help={help}
      name="code"
      autoComplete="one-time-code"
      autoFocus
      value={code}
      onChange={(value) => {
        onCode(value);
        form.clear('code');
      }}
      missing={code.trim() === ''}
      error={form.errors.code}
    />
  );
}
