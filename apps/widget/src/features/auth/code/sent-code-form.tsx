import { type ReactNode, useState } from 'react';
import type { CodeSignin } from './use-code-signin.ts';
import type { AuthForm } from '../use-auth-form.ts';
import { useTexts } from '../../../platform/runtime.ts';
import { useCodeTexts } from '../../../parts/entry/use-code-texts.ts';
import { CodeStep } from '../../../parts/entry/code-step.tsx';
import { StrongValue } from '../../../ui/layout/strong-value.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { OtherMethods } from '../components/other-methods.tsx';
import { QuietButton } from '../../../ui/buttons/quiet-button.tsx';

/** The code from the mailbox, with the second factor below it once the account asks for one. */
export function SentCodeForm({
  summary,
  codes,
  form,
  email,
}: {
  summary?: ReactNode;
  codes: CodeSignin;
  form: AuthForm;
  email: string;
}) {
  const t = useTexts();
  const [code, setCode] = useState('');
  const [second, setSecond] = useState('');
  const texts = useCodeTexts(codes.secondsLeft);
  const { errors, secondHelp } = codes;
  return (
    <CodeStep
      summary={summary}
      texts={{
        ...texts,
        title: t('tpl:verification:code_title'),
        lead: <StrongValue sentence={t('tpl:verification:code_sent', { email })} value={email} />,
      }}
      code={code}
      isBusy={codes.isBusy}
      error={errors.code}
      failure={errors.form ?? errors.email}
      onType={(value) => {
        codes.clear('code');
        setCode(value);
      }}
      onSubmit={(value) => void codes.check(value, second)}
      onAgain={() => {
        setCode('');
        void codes.send(email);
      }}
      besides={
        secondHelp !== undefined && (
          <TextField
            label={t('tpl:auth:second_code')}
            help={secondHelp}
            name="second-code"
            autoComplete="one-time-code"
            autoFocus
            value={second}
            onChange={(value) => {
              codes.clear('second');
              setSecond(value);
            }}
            error={errors.second}
          />
        )
      }
    >
      {secondHelp !== undefined && (
        <OtherMethods form={form} given={{ password: '', isAgreed: false }} passkey={{ account: undefined }} />
      )}
      <QuietButton look="bare" onClick={codes.restart}>
        {t('tpl:verification:other_email')}
      </QuietButton>
    </CodeStep>
  );
}
