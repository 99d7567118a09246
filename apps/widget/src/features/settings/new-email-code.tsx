import { useState } from 'react';
import { CodeStep } from '../../parts/entry/code-step.tsx';
import { useCodeTexts } from '../../parts/entry/use-code-texts.ts';
import { useTexts } from '../../platform/runtime.ts';
import { cleanCode, codeLength } from '../../ui/fields/code-input-rules.ts';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import { StrongValue } from '../../ui/layout/strong-value.tsx';
import type { useNewEmail } from './use-new-email.ts';

export interface NewEmailCodeProps {
  /** Empty after an e-mail's link: the address is not known then. */
  email: string;
  /** A code that came with the link. */
  code: string;
  form: ReturnType<typeof useNewEmail>;
  onOther: () => void;
  onChanged: () => Promise<void>;
}

/** The code that was sent to the new address. */
export function NewEmailCode({ email, code: first, form, onOther, onChanged }: NewEmailCodeProps) {
  const t = useTexts();
  const [code, setCode] = useState(first);
  const texts = useCodeTexts(form.secondsLeft);
  const isKnown = email !== '';
  async function check(text: string): Promise<void> {
    const typed = cleanCode(text);
    if (typed.length === codeLength && (await form.check(typed))) await onChanged();
  }
  return (
    <CodeStep
      texts={{
        ...texts,
        title: t('tpl:settings:email:code_title'),
        lead: isKnown ? (
          <StrongValue sentence={t('tpl:settings:email:code_sent', { email })} value={email} />
        ) : (
          t('tpl:settings:email:code_ready')
        ),
        ...(!isKnown && { again: t('tpl:settings:email:over') }),
      }}
      code={code}
      isBusy={form.isBusy}
      error={form.errors.code}
      failure={form.errors.email ?? form.errors.password ?? form.error}
      onType={(value) => {
        form.clear();
        setCode(value);
      }}
      onSubmit={(text) => void check(text)}
      onAgain={() => (isKnown ? void form.send(email, {}) : onOther())}
    >
      {isKnown && (
        <QuietButton look="bare" onClick={onOther}>
          {t('tpl:verification:other_email')}
        </QuietButton>
      )}
    </CodeStep>
  );
}
