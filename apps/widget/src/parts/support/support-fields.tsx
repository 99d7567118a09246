import type { Saving } from '../../platform/use-save.ts';
import { useTexts, useRuntime } from '../../platform/runtime.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { TextAreaField } from '../../ui/fields/text-area-field.tsx';
import { MissingFault, TextField } from '../../ui/fields/text-field.tsx';
import text from '../../ui/layout/text.module.css';

interface SupportFieldsProps {
  /** Said where something is still to be written. */
  fault: string | undefined;
  values: { message: string; email: string };
  saving: Saving<'message' | 'email'>;
  onChange: (part: Partial<SupportFieldsProps['values']>) => void;
}

/** What to say and where the answer goes; below, the address for who would rather write an e-mail. */
export function SupportFields({ fault, values, saving, onChange }: SupportFieldsProps) {
  const t = useTexts();
  const { supportUrl } = useRuntime().boot.brand;
  return (
    <MissingFault value={fault}>
      {saving.error && <Callout>{saving.error}</Callout>}
      <TextAreaField
        label={t('tpl:support:message')}
        prose
        rows={5}
        maxLength={4000}
        value={values.message}
        onChange={(message) => onChange({ message })}
        missing={values.message.trim() === ''}
        error={saving.errors.message}
      />
      <TextField
        label={t('tpl:support:email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        value={values.email}
        onChange={(email) => onChange({ email })}
        missing={values.email.trim() === ''}
        error={saving.errors.email}
      />
      <p className={text.lead}>
        {t('tpl:support:or')}{' '}
        <a href={supportUrl} target="_blank" rel="noreferrer">
          {supportUrl.replace(/^mailto:|\?.*$/g, '')}
        </a>
      </p>
    </MissingFault>
  );
}
