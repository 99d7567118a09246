import type { ReactNode } from 'react';
import { CodeStep } from '../../parts/entry/code-step.tsx';
import { useCodeTexts } from '../../parts/entry/use-code-texts.ts';
import { useTexts } from '../../platform/runtime.ts';
import { StrongValue } from '../../ui/layout/strong-value.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useConfirmation, type ConfirmationOptions } from './use-confirmation.ts';

export interface ConfirmationScreenProps extends ConfirmationOptions {
  email: string;
  summary?: ReactNode;
}

/** The code that approves an order paid from the balance: of an e-mail, or of the authenticator. */
export function ConfirmationScreen({ email, summary, ...options }: ConfirmationScreenProps) {
  const t = useTexts();
  const { status, error, failure, code, second, delay, type, approve, resend } = useConfirmation(options);
  const common = useCodeTexts(delay);
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
        };
  return (
    <CodeStep
      summary={summary}
      texts={{
        ...common,
        ...texts,
        confirm: t('tpl:confirmation:submit'),
      }}
      code={code}
      isBusy={status === 'loading' || status === 'success'}
      error={error}
      failure={failure}
      onType={type}
      onSubmit={(text) => void approve(text)}
      onAgain={() => void resend()}
      besides={
        (second.help ?? second.error) !== undefined && (
          <TextField
            label={t('tpl:auth:second_code')}
            autoComplete="one-time-code"
            autoFocus
            value={second.value}
            onChange={second.type}
            help={second.help}
            error={second.error}
          />
        )
      }
    />
  );
}
