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

/** The code that approves an order paid from the balance: of a letter, or of the authenticator. */
export function ConfirmationScreen({ email, summary, ...options }: ConfirmationScreenProps) {
  const t = useTexts();
  const { status, error, code, delay, type, approve, resend } = useConfirmation(options);
  const texts =
    options.details.codeFrom === 'authenticator'
      ? {
          title: t('tpl:confirmation:app_title'),
          lead: t('tpl:confirmation:app_text'),
          noCode: t('tpl:confirmation:app_late'),
          again: t('tpl:confirmation:app_again'),
          againIn: undefined,
        }
      : {
          title: t('tpl:verification:code_title'),
          lead: <StrongValue sentence={t('tpl:confirmation:sent', { email })} value={email} />,
          noCode: t('tpl:verification:no_code'),
          again: t('tpl:verification:again'),
          againIn: delay > 0 ? t('tpl:verification:again_in', { time: clockText(delay) }) : undefined,
        };
  return (
    <CodeStep
      summary={summary}
      texts={{
        ...texts,
        label: t('tpl:verification:code_label'),
        confirm: t('tpl:confirmation:submit'),
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
