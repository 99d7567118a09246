import { useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import layout from '../../ui/layout/layout.module.css';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { SegmentedTabs } from '../../ui/buttons/segmented-tabs.tsx';
import text from '../../ui/layout/text.module.css';
import { EmailForm } from './code/code-form.tsx';
import { SentCodeForm } from './code/sent-code-form.tsx';
import { LoginForm } from './components/login-form.tsx';
import { RegisterForm } from './components/register-form.tsx';
import { SecondStepForm } from './components/second-step-form.tsx';
import { useAuthForm } from './use-auth-form.ts';
import { useCodeSignin } from './code/use-code-signin.ts';

/** A code by e-mail, or one of the forms with a password. */
export type AuthMethod = 'code' | 'login' | 'register';

export interface AuthScreenProps {
  first: AuthMethod;
  partnerKey: string;
  /** An order waits for the sign-in. */
  isContinuing: boolean;
  /** The line with both amounts. */
  summary?: ReactNode;
  onSignedIn: () => Promise<void>;
  onForgotten: () => void;
}

/** Log in or join: by a code (C-84), or with a password in one card of two tabs. */
export function AuthScreen({ first, partnerKey, isContinuing, summary, onSignedIn, onForgotten }: AuthScreenProps) {
  const t = useTexts();
  const [chosen, setMethod] = useState(first);
  const [email, setEmail] = useState('');
  const form = useAuthForm(partnerKey, onSignedIn);
  const codes = useCodeSignin(partnerKey, onSignedIn);
  const waiting = useStore(useRuntime().native, (state) => state.waiting);
  // The account of another provider is new: what it agrees to stands on the form that registers.
  const method = chosen === 'code' && form.errors.terms !== undefined ? 'register' : chosen;
  const Form = method === 'register' ? RegisterForm : LoginForm;
  if (waiting)
    return (
      <div className={layout.main}>
        {summary}
        <SecondStepForm form={form} waiting={waiting} />
      </div>
    );
  if (method === 'code' && codes.sent !== undefined)
    return <SentCodeForm summary={summary} codes={codes} form={form} email={codes.sent.email} />;
  return (
    <div className={layout.main}>
      {summary}
      {method === 'code' ? (
        <EmailForm codes={codes} form={form} email={email} onEmail={setEmail} onPassword={() => setMethod('login')} />
      ) : (
        <>
          <SegmentedTabs
            label={t('tpl:auth:title')}
            value={method}
            options={[
              { value: 'login', text: t('tpl:auth:tab_login'), panel: 'auth-login' },
              { value: 'register', text: t('tpl:auth:tab_register'), panel: 'auth-register' },
            ]}
            onChange={setMethod}
          />
          <Form
            id={`auth-${method}`}
            key={method}
            form={form}
            email={email}
            onEmail={setEmail}
            isContinuing={isContinuing}
            onForgotten={onForgotten}
          />
          <p className={text.center}>
            <LinkButton onClick={() => setMethod('code')}>{t('tpl:auth:with_code')}</LinkButton>
          </p>
        </>
      )}
      <div className={`${text.xs} ${text.quiet} ${text.center} ${layout.push}`}>
        {isContinuing && <p>{t('tpl:auth:order_kept')}</p>}
        <p>{t('tpl:auth:captcha')}</p>
      </div>
    </div>
  );
}
