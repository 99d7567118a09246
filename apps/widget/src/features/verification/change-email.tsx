import { useState, type ReactNode } from 'react';
import { FormFrame } from '../../parts/page/form-frame.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';

export interface ChangeEmailProps {
  summary?: ReactNode;
  error: string | undefined;
  isBusy: boolean;
  onSend: (email: string) => Promise<void>;
  onCancel: () => void;
}

/** Another address for the code. */
export function ChangeEmail({ summary, error, isBusy, onSend, onCancel }: ChangeEmailProps) {
  const t = useTexts();
  const [email, setEmail] = useState('');
  return (
    <FormFrame
      saving={{ isBusy, error: undefined }}
      submit={{ text: t('tpl:verification:send'), isMissing: email.trim() === '' }}
      after={
        <QuietButton look="bare" onClick={onCancel}>
          {t('tpl:common:back')}
        </QuietButton>
      }
      onSubmit={() => void onSend(email.trim())}
    >
      {summary}
      <TextField
        label={t('tpl:verification:new_email')}
        type="email"
        autoComplete="email"
        autoFocus
        value={email}
        onChange={setEmail}
        missing={email.trim() === ''}
        error={error}
      />
    </FormFrame>
  );
}
