import { useStore } from 'zustand';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { QuietButton } from '../../../ui/buttons/quiet-button.tsx';
import text from '../../../ui/layout/text.module.css';
import type { OauthGiven } from '../signin-calls.ts';
import type { AuthForm } from '../use-auth-form.ts';
import { ProviderMark } from './provider-mark.tsx';
import { knowsPasskeys } from '../../../platform/passkeys.ts';

/** Names of the sign-in providers; others are shown by their code. */
const names: Readonly<Record<string, string>> = { apple: 'Apple', google: 'Google', facebook: 'Facebook' };

interface OtherMethodsProps {
  form: AuthForm;
  given: OauthGiven;
  /**
   * Logging in by a passkey; with the account once a second factor is required, which the passkey then replaces. Absent
   * where an account is made.
   */
  passkey?: { account: { email: string; password: string } | undefined };
}

/**
 * Sign-in methods beside the password: the providers that the app around the widget can call, and passkeys
 * where the browser has them.
 */
export function OtherMethods({ form, given, passkey }: OtherMethodsProps) {
  const { native } = useRuntime();
  const app = useStore(native, (state) => state.app);
  const t = useTexts();
  const providers = app?.facts.handlers.includes('oauth-authenticate') ? app.facts.oauthProviders : [];
  return (
    <>
      {providers.length > 0 && <p className={text.or}>{t('tpl:auth:or')}</p>}
      {providers.map((provider) => (
        <QuietButton
          key={provider}
          look="line"
          disabled={form.isBusy}
          onClick={() => void form.submitOauth(provider, given)}
        >
          <ProviderMark provider={provider} />
          {t('tpl:auth:oauth', { name: names[provider] ?? provider })}
        </QuietButton>
      ))}
      {passkey && <PasskeyButton form={form} account={passkey.account} isFurther={providers.length > 0} />}
    </>
  );
}

interface PasskeyButtonProps {
  form: AuthForm;
  /** Set once a second factor is required: the passkey replaces it. */
  account: { email: string; password: string } | undefined;
  /** One of several other methods: the "or" is above them. */
  isFurther?: boolean;
}

/** The sign-in without a password, where the browser has it. */
function PasskeyButton({ form, account, isFurther }: PasskeyButtonProps) {
  const t = useTexts();
  if (!knowsPasskeys()) return null;
  return (
    <>
      {!isFurther && <p className={text.or}>{t('tpl:auth:or')}</p>}
      <QuietButton look="line" icon="key-round" busy={form.isBusy} onClick={() => void form.submitPasskey(account)}>
        {t(account ? 'tpl:auth:passkey_second' : 'tpl:auth:passkey')}
      </QuietButton>
    </>
  );
}
