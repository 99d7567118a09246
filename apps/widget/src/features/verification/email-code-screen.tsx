import { useState, type ReactNode } from 'react';
import { useTexts } from '../../shell/runtime.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { codeLength } from '../../ui/code-input-rules.ts';
import layout from '../../ui/layout.module.css';
import { Note } from '../../ui/note.tsx';
import { QuietButton } from '../../ui/quiet-button.tsx';
import { StrongValue } from '../../ui/strong-value.tsx';
import text from '../../ui/text.module.css';
import { ChangeEmail } from './change-email.tsx';
import { ResendLine } from './resend-line.tsx';
import { useEmailCode } from './use-email-code.ts';

export interface EmailCodeScreenProps {
  email: string;
  /** A code that came with the link of the letter. */
  code: string;
  summary?: ReactNode;
  onVerified: () => Promise<void>;
}

/** The e-mail code: six boxes, sent again after a while, or to another address. */
export function EmailCodeScreen({ email, code: first, summary, onVerified }: EmailCodeScreenProps) {
  const t = useTexts();
  const [address, setAddress] = useState(email);
  const [isChanging, setChanging] = useState(false);
  const [code, setCode] = useState(first);
  const form = useEmailCode(onVerified);

  if (isChanging)
    return (
      <ChangeEmail
        summary={summary}
        error={form.error}
        isBusy={form.isSending}
        onSend={async (next) => {
          if (!(await form.send(next))) return;
          setAddress(next);
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
    <form
      className={layout.main}
      onSubmit={(event) => {
        event.preventDefault();
        void form.check(code);
      }}
    >
      {summary}
      <div className={classNames(text.stackS, text.opening)}>
        <h2 className={text.title}>{t('tpl:verification:code_title')}</h2>
        <p className={text.lead}>
          <StrongValue sentence={t('tpl:verification:code_sent', { email: address })} value={address} />
        </p>
      </div>
      <CodeField
        label={t('tpl:verification:code_label')}
        value={code}
        onChange={(value) => {
          form.clear();
          setCode(value);
        }}
        onComplete={(value) => void form.check(value)}
        busy={form.isChecking}
        error={form.error}
        autoFocus
      />
      <ResendLine form={form} />
      <Button big type="submit" busy={form.isChecking} disabled={code.length < codeLength}>
        {t('tpl:verification:confirm')}
      </Button>
      <QuietButton look="bare" onClick={() => setChanging(true)}>
        {t('tpl:verification:other_email')}
      </QuietButton>
      <Note type="plain" icon="lock" live={false} className={layout.push ?? ''}>
        {t('tpl:verification:never_ask')}
      </Note>
    </form>
  );
}
