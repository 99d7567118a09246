import type { usePhoneCode } from './use-phone-code.ts';
import { useTexts } from '../../platform/runtime.ts';
import { useState } from 'react';
import { useCodeTexts } from '../../parts/entry/use-code-texts.ts';
import { codeLength } from '../../ui/fields/code-input-rules.ts';
import { CodeStep } from '../../parts/entry/code-step.tsx';
import { StrongValue } from '../../ui/layout/strong-value.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';

interface PhoneCodeProps {
  phone: string;
  form: ReturnType<typeof usePhoneCode>;
  onAgain: () => void;
  /** Back to the number. */
  onOther: () => void;
  onVerified: () => void;
}

/** The code of the text message. */
export function PhoneCode({ phone, form, onAgain, onOther, onVerified }: PhoneCodeProps) {
  const t = useTexts();
  const [code, setCode] = useState('');
  const texts = useCodeTexts(form.secondsLeft);
  async function check(text: string): Promise<void> {
    if (text.length === codeLength && (await form.check(phone, text))) onVerified();
  }
  return (
    <CodeStep
      texts={{
        ...texts,
        title: t('tpl:verification:phone_code_title'),
        lead: <StrongValue sentence={t('tpl:verification:phone_code_sent', { phone })} value={phone} />,
      }}
      code={code}
      isBusy={form.isBusy}
      error={form.errors.code}
      failure={form.errors.phone ?? form.error}
      onType={(value) => {
        form.clear();
        setCode(value);
      }}
      onSubmit={(text) => void check(text)}
      onAgain={onAgain}
    >
      <QuietButton look="bare" onClick={onOther}>
        {t('tpl:verification:phone_change')}
      </QuietButton>
    </CodeStep>
  );
}
