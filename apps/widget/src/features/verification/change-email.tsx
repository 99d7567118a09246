import { useState, type ReactNode } from 'react';
import { useTexts } from '../../shell/runtime.ts';
import { Button } from '../../ui/button.tsx';
import layout from '../../ui/layout.module.css';
import { QuietButton } from '../../ui/quiet-button.tsx';
import { TextField } from '../../ui/text-field.tsx';

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
    <form
      className={layout.main}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSend(email.trim());
      }}
    >
      {summary}
      <TextField
        label={t('tpl:verification:new_email')}
        type="email"
        autoComplete="email"
        autoFocus
        value={email}
        onChange={setEmail}
        error={error}
      />
      <Button big type="submit" busy={isBusy} disabled={email.trim() === ''}>
        {t('tpl:verification:send')}
      </Button>
      <QuietButton look="bare" onClick={onCancel}>
        {t('tpl:common:back')}
      </QuietButton>
    </form>
  );
}
