import { useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import layout from '../../ui/layout/layout.module.css';
import { SegmentedTabs } from '../../ui/buttons/segmented-tabs.tsx';
import text from '../../ui/layout/text.module.css';
import { LoginForm } from './components/login-form.tsx';
import { RegisterForm } from './components/register-form.tsx';
import { SecondStepForm } from './components/second-step-form.tsx';
import { useAuthForm } from './use-auth-form.ts';

export type AuthTab = 'login' | 'register';

export interface AuthScreenProps {
  first: AuthTab;
  partnerKey: string;
  /** An order waits for the sign-in. */
  isContinuing: boolean;
  /** The line with both amounts. */
  summary?: ReactNode;
  onSignedIn: () => Promise<void>;
  onForgotten: () => void;
}

/** Log in or create an account, in one card. */
export function AuthScreen({ first, partnerKey, isContinuing, summary, onSignedIn, onForgotten }: AuthScreenProps) {
  const t = useTexts();
  const [tab, setTab] = useState(first);
  const [email, setEmail] = useState('');
  const form = useAuthForm(partnerKey, onSignedIn);
  const waiting = useStore(useRuntime().native, (state) => state.waiting);
  const Form = tab === 'login' ? LoginForm : RegisterForm;
  if (waiting)
    return (
      <div className={layout.main}>
        {summary}
        <SecondStepForm form={form} waiting={waiting} />
      </div>
    );
  return (
    <div className={layout.main}>
      {summary}
      <SegmentedTabs
        label={t('tpl:auth:title')}
        value={tab}
        options={[
          { value: 'login', text: t('tpl:auth:tab_login'), panel: 'auth-login' },
          { value: 'register', text: t('tpl:auth:tab_register'), panel: 'auth-register' },
        ]}
        onChange={setTab}
      />
      <Form
        id={`auth-${tab}`}
        key={tab}
        form={form}
        email={email}
        onEmail={setEmail}
        isContinuing={isContinuing}
        onForgotten={onForgotten}
      />
      <div className={`${text.xs} ${text.quiet} ${text.center} ${layout.push}`}>
        {isContinuing && <p>{t('tpl:auth:order_kept')}</p>}
        <p>{t('tpl:auth:captcha')}</p>
      </div>
    </div>
  );
}
