import { useStore } from 'zustand';
import { useRuntime, useTexts } from '../../../shell/runtime.ts';
import { QuietButton } from '../../../ui/quiet-button.tsx';
import text from '../../../ui/text.module.css';
import type { OauthGiven } from '../signin-calls.ts';
import type { AuthForm } from '../use-auth-form.ts';

/** What firms call themselves; others are called by their code. */
const names: Readonly<Record<string, string>> = { apple: 'Apple', google: 'Google', facebook: 'Facebook' };

/** A button for each firm that the app around the widget can sign in with; none in a browser. */
export function OauthButtons({ form, given }: { form: AuthForm; given: OauthGiven }) {
  const { native } = useRuntime();
  const app = useStore(native, (state) => state.app);
  const t = useTexts();
  const providers = app?.facts.handlers.includes('oauth-authenticate') ? app.facts.oauthProviders : [];
  if (providers.length === 0) return null;
  return (
    <>
      <p className={text.or}>{t('tpl:auth:or')}</p>
      {providers.map((provider) => (
        <QuietButton
          key={provider}
          look="line"
          busy={form.isBusy}
          onClick={() => void form.submitOauth(provider, given)}
        >
          {t('tpl:auth:oauth', { name: names[provider] ?? provider })}
        </QuietButton>
      ))}
    </>
  );
}
