import { EmailCodeScreen } from '../../features/verification/email-code-screen.tsx';
import { LimitScreen } from '../../features/verification/limit-screen.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { useAccount, useApp } from '../app-parts.ts';
import { followRedirect, redirectTarget } from '../follow-redirect.ts';
import { StepFrame, StepSummary } from './step-frame.tsx';
import { PhonePage } from './phone-page.tsx';

/** The verification that is missing, as a step of an order and as the page `/verification/email`. */
export default function VerificationView() {
  const parts = useApp();
  const { router, flow, account, runtime } = parts;
  const { client, config } = useAccount();
  const t = useTexts();
  const { name, query } = router.current();
  const isPage = name === 'verification-email';
  const isEmail =
    isPage || client.limitLevel === 'unverified' || config.swConfig.calc.limits.verificationRequired.includes('email');
  const summary = !isPage && <StepSummary />;

  async function finishPage(): Promise<void> {
    await Promise.all([account.refreshClient(), account.refreshConfig()]);
    const { redirect = '' } = query;
    // The page around a frame requested to be led elsewhere; the URL of a page of ours may not request that.
    if (runtime.frame.isFramed && redirectTarget(redirect)?.kind === 'outside') followRedirect(parts, redirect);
    else if (router.follow(query['redirect'])) return;
    router.navigate('order-stepper', {}, {}, { replace: true });
  }

  if (name === 'verification-phone')
    return (
      <StepFrame title={t('tpl:settings:phone:title')} onBack={() => router.navigate('order-stepper')}>
        <PhonePage onVerified={() => void finishPage()} />
      </StepFrame>
    );
  return (
    <StepFrame
      title={t(isEmail ? 'tpl:verification:email_title' : 'tpl:verification:title')}
      {...(!isPage && { stone: 2 })}
      onBack={() => (isPage ? router.navigate('order-stepper') : flow.back())}
    >
      {isEmail ? (
        <EmailCodeScreen
          email={client.email}
          code={query['code'] ?? ''}
          summary={summary}
          onVerified={() => (isPage ? finishPage() : flow.verified())}
        />
      ) : (
        <LimitScreen summary={summary} onChange={flow.back} />
      )}
    </StepFrame>
  );
}
