import type { ReactNode } from 'react';
import { clockText } from '../../lib/format/clock-text.ts';
import { CodeStep } from '../../parts/code-step.tsx';
import { useTexts } from '../../shell/runtime.ts';
import { StrongValue } from '../../ui/strong-value.tsx';
import { useConfirmation, type ConfirmationOptions } from './use-confirmation.ts';

export interface ConfirmationScreenProps extends ConfirmationOptions {
  email: string;
  summary?: ReactNode;
}

/** The code that approves an order paid from the balance. */
export function ConfirmationScreen({ email, summary, ...options }: ConfirmationScreenProps) {
  const t = useTexts();
  const { status, error, code, delay, type, approve, resend } = useConfirmation(options);
  return (
    <CodeStep
      summary={summary}
      texts={{
        title: t('tpl:verification:code_title'),
        lead: <StrongValue sentence={t('tpl:confirmation:sent', { email })} value={email} />,
        label: t('tpl:verification:code_label'),
        confirm: t('tpl:confirmation:submit'),
        noCode: t('tpl:verification:no_code'),
        again: t('tpl:verification:again'),
        againIn: delay > 0 ? t('tpl:verification:again_in', { time: clockText(delay) }) : undefined,
        neverAsk: t('tpl:verification:never_ask'),
      }}
      code={code}
      isBusy={status === 'loading' || status === 'success'}
      error={error}
      onType={type}
      onSubmit={(text) => void approve(text)}
      onAgain={() => void resend()}
    />
  );
}
