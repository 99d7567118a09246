import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Wizard } from '@causeway/domain/verification/wizards';
import { EmailCodeScreen } from '../../features/verification/email-code-screen.tsx';
import { LimitScreen } from '../../features/verification/limit-screen.tsx';
import { ReloadCallout } from '../../platform/reload-callout.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { LateBoundary } from '../../ui/feedback/late-boundary.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import layout from '../../ui/layout/layout.module.css';
import { useAccount, useApp, type AppParts } from '../app-parts.ts';
import { followRedirect, redirectTarget } from '../follow-redirect.ts';
import { PhonePage } from './phone-page.tsx';
import { StepFrame, StepSummary, useHeldRoute } from './step-frame.tsx';
import { limitsOfStep, wizardOfRoute, wizardOfStep } from './wizard-route.ts';
import { ofOneClient, UnknownClient } from '../wide/cabinet-page.tsx';

const WizardPage = lazy(() => import('./wizard-page.tsx'));
const HandedWizard = lazy(async () => ({ default: (await import('./file-wizard-page.tsx')).HandedWizardPage }));

/** The wizards: the list of them, each as a page, the one that an order lacks as its step, and one on a phone. */
function VerificationView() {
  const { name } = useHeldRoute('verification');
  if (name === 'handover')
    return (
      <Late>
        <HandedWizard />
      </Late>
    );
  return name === 'order-stepper' ? <VerificationStep /> : <VerificationPage wizard={wizardOfRoute(name)} />;
}

export default ofOneClient(VerificationView);

/** The verification that an order waits for, with the order in sight; leaving it loses nothing. */
function VerificationStep() {
  const { flow, prices } = useApp();
  const { client, config } = useAccount();
  const t = useTexts();
  const limits = limitsOfStep([prices.store.getState().price.answer.limits, config.swConfig.calc.limits]);
  const wizard = wizardOfStep(client, limits);
  // Without a limit in the way, at the highest level, a link has led here: the list says that nothing is missing.
  const isOffered = wizard !== undefined || limits.verificationRequired.length === 0;
  return (
    <StepFrame title={titleOf(isOffered ? wizard : undefined, t)} step={2} onBack={flow.back}>
      {isOffered ? (
        <WizardBody wizard={wizard} summary={<StepSummary />} onDone={() => flow.verified()} />
      ) : (
        <LimitScreen summary={<StepSummary />} onChange={flow.back} />
      )}
    </StepFrame>
  );
}

function VerificationPage({ wizard }: { wizard: Wizard | undefined }) {
  const parts = useApp();
  const { router, runtime } = parts;
  const { client } = useAccount();
  const t = useTexts();
  // A visitor is on the way to the log-in, whose screen may be late. Until the client is read it is unknown whether its
  // address is confirmed, and a code would be sent at once, and which wizards there are and what opens each.
  const isOfAccount = wizard !== 'basic' && wizard !== 'phone';
  const hasTokens = runtime.session.tokens() !== undefined;
  const isRead = isOfAccount ? client.isAuthorized === 1 : hasTokens;
  // Who came from an order goes back to it, with the wizard done or not.
  function leave(): void {
    const { redirect } = router.current().query;
    if (redirect !== undefined && router.follow(redirect)) return;
    router.navigate(wizard === undefined || wizard === 'email' ? 'order-stepper' : 'verification');
  }
  return (
    <StepFrame title={titleOf(wizard, t)} onBack={leave}>
      {isRead ? (
        <WizardBody wizard={wizard} onDone={() => finishPage(parts, wizard)} />
      ) : hasTokens ? (
        <UnknownClient>
          <div aria-busy="true">
            <Skeleton width="100%" height="420px" />
          </div>
        </UnknownClient>
      ) : (
        <Busy />
      )}
    </StepFrame>
  );
}

/**
 * After a wizard: where the address asks to go, else back to the list; after the e-mail, which comes with the sign-in,
 * to the start. A client who has left the page meanwhile stays on the other one.
 */
async function finishPage(parts: AppParts, wizard: Wizard | undefined): Promise<void> {
  const { router, account, runtime } = parts;
  const { name, query } = router.current();
  const { redirect = '' } = query;
  await Promise.all([account.refreshClient(), account.refreshConfig()]);
  if (router.current().name !== name) return;
  // The page around a frame asked to be led elsewhere; the address of a page of ours may not ask that.
  if (runtime.frame.isFramed && redirectTarget(redirect)?.kind === 'outside') followRedirect(parts, redirect);
  else if (router.follow(redirect === '' ? undefined : redirect)) return;
  router.navigate(wizard === 'email' ? 'order-stepper' : 'verification', {}, {}, { replace: true });
}

interface WizardBodyProps {
  wizard: Wizard | undefined;
  summary?: ReactNode;
  onDone: () => Promise<void>;
}

function WizardBody({ wizard, summary, onDone }: WizardBodyProps) {
  const { router } = useApp();
  const { client } = useAccount();
  const [isLeaving, setLeaving] = useState(false);
  if (wizard === 'email' && client.limitLevel !== 'unverified' && !isLeaving)
    return <Confirmed summary={summary} onDone={onDone} />;
  if (wizard === 'email')
    return (
      <EmailCodeScreen
        email={client.email}
        code={router.current().query['code'] ?? ''}
        summary={summary}
        onVerified={async () => {
          setLeaving(true);
          await onDone();
        }}
      />
    );
  if (wizard === 'phone') return <PhonePage onVerified={() => void onDone()} />;
  return (
    <Late>
      <WizardPage wizard={wizard} summary={summary} onDone={() => void onDone()} />
    </Late>
  );
}

/** What loads after the frame of the page. */
function Late({ children }: { children: ReactNode }) {
  return (
    <LateBoundary fallback={<ReloadCallout />}>
      <Suspense fallback={<Busy />}>{children}</Suspense>
    </LateBoundary>
  );
}

/** No code was sent: the address is confirmed already. */
function Confirmed({ summary, onDone }: Pick<WizardBodyProps, 'summary' | 'onDone'>) {
  const t = useTexts();
  return (
    <div className={layout.main}>
      {summary}
      <Callout type="success" icon="check" title={t('tpl:verification:verified')}>
        {t('tpl:verification:email_row')}
      </Callout>
      <Button big className={layout.push} onClick={() => void onDone()}>
        {t('tpl:verification:continue')}
      </Button>
    </div>
  );
}

/** As the wizards look while they ask for what they show. */
function Busy() {
  return (
    <div className={layout.main} aria-busy="true">
      <Skeleton width="100%" height="420px" />
    </div>
  );
}

function titleOf(wizard: Wizard | undefined, t: (key: string) => string): string {
  if (wizard === 'phone') return t('tpl:settings:phone:title');
  return t(wizard === undefined ? 'tpl:verification:title' : `tpl:verification:${wizard}_title`);
}
