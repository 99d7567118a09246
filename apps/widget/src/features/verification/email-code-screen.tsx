import { useState, type ReactNode } from 'react';
import { CodeStep } from '../../parts/entry/code-step.tsx';
import { useCodeTexts } from '../../parts/entry/use-code-texts.ts';
import { useTexts } from '../../platform/runtime.ts';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import { StrongValue } from '../../ui/layout/strong-value.tsx';
import { ChangeEmail } from './change-email.tsx';
import { useEmailCode } from './use-email-code.ts';

export interface EmailCodeScreenProps {
  email: string;
  /** A code that came with the link of the e-mail. */
  code: string;
  summary?: ReactNode;
  onVerified: () => Promise<void>;
}

/** The e-mail code: six boxes, sent again after a while, or to another address. */
export function EmailCodeScreen({ email, code: first, summary, onVerified }: EmailCodeScreenProps) {
  const t = useTexts();
  const [changed, setChanged] = useState<string>();
  const [isChanging, setChanging] = useState(false);
  const [code, setCode] = useState(first);
  const form = useEmailCode(onVerified);
  const texts = useCodeTexts(form.secondsLeft);
  // The client may load after the screen, as on a page that was opened here.
  const address = changed ?? email;

  if (isChanging)
    return (
      <ChangeEmail
        summary={summary}
        error={form.failure}
        isBusy={form.isSending}
        onSend={async (next) => {
          if (!(await form.send(next))) return;
          setChanged(next);
          setCode('');
          setChanging(false);
        }}
        onCancel={() => {
          form.clear();
          setChanging(false);
        }}
      />
    );
  return (
    <CodeStep
      summary={summary}
      texts={{
        ...texts,
        title: t('tpl:verification:code_title'),
        lead: <StrongValue sentence={t('tpl:verification:code_sent', { email: address })} value={address} />,
      }}
      code={code}
      isBusy={form.isChecking}
      error={form.error}
      failure={form.failure}
      onType={(value) => {
        form.clear();
        setCode(value);
      }}
      onSubmit={(value) => void form.check(value)}
      onAgain={() => void form.send('')}
    >
      <QuietButton look="bare" onClick={() => setChanging(true)}>
        {t('tpl:verification:other_email')}
      </QuietButton>
    </CodeStep>
  );
}
