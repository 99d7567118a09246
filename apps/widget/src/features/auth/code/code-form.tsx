import { useState, type ReactNode } from 'react';
import { CodeStep } from '../../../parts/entry/code-step.tsx';
import { useCodeTexts } from '../../../parts/entry/use-code-texts.ts';
import { FormFrame } from '../../../parts/page/form-frame.tsx';
import { RichText } from '../../../parts/page/rich-text.tsx';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { QuietButton } from '../../../ui/buttons/quiet-button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { StrongValue } from '../../../ui/layout/strong-value.tsx';
import text from '../../../ui/layout/text.module.css';
import type { AuthForm } from '../use-auth-form.ts';
import type { CodeSignin } from './use-code-signin.ts';
import { OtherMethods } from '../components/other-methods.tsx';

export interface EmailFormProps {
  codes: CodeSignin;
  form: AuthForm;
  email: string;
  onEmail: (email: string) => void;
  /** Opens the forms with a password. */
  onPassword: () => void;
}

/** One field: the address that gets a code. The button agrees to the terms, which the line above it links to. */
export function EmailForm({ codes, form, email, onEmail, onPassword }: EmailFormProps) {
  const { termsUrl = '', privacyUrl = '' } = useRuntime().boot.brand;
  const t = useTexts();
  return (
    <FormFrame
      isPart
      saving={{ isBusy: codes.isBusy, error: codes.errors.form ?? form.errors.form }}
      submit={{ text: t('tpl:auth:code_submit') }}
      after={
        <>
          <OtherMethods form={form} given={{ password: '', isAgreed: false }} passkey={{ account: undefined }} />
          <p className={text.center}>
            <LinkButton onClick={onPassword}>{t('tpl:auth:with_password')}</LinkButton>
          </p>
        </>
      }
      onSubmit={() => void codes.send(email)}
    >
      <TextField
        label={t('tpl:auth:email')}
        type="email"
        name="email"
        autoComplete="email"
        autoFocus
        help={t('tpl:auth:code_lead')}
        value={email}
        onChange={(value) => {
          onEmail(value);
          codes.clear('email');
        }}
        error={codes.errors.email}
      />
      <p className={`${text.xs} ${text.quiet}`}>
        <RichText>{t('tpl:auth:terms_line', { terms: termsUrl, privacy: privacyUrl })}</RichText>
      </p>
    </FormFrame>
  );
}

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
        <>
          {secondHelp !== undefined && (
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
          )}
          {(errors.form ?? errors.email) && <Note>{errors.form ?? errors.email}</Note>}
        </>
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
