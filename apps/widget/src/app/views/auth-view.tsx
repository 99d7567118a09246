import { AuthScreen } from '../../features/auth/auth-screen.tsx';
import { RecoveryScreen } from '../../features/auth/recovery-screen.tsx';
import { ResetScreen } from '../../features/auth/reset-screen.tsx';
import { widgetOptions } from '../../features/exchange/rules/widget-options.ts';
import { useTexts } from '../../platform/runtime.ts';
import { useAccount, useApp, useStepper } from '../app-parts.ts';
import { finishLogin } from '../follow-redirect.ts';
import { StepFrame, StepSummary, useHeldRoute } from './step-frame.tsx';

/** Sign-in as a step of an order, and as the page `/login` with its links to a new password. */
export default function AuthView() {
  const app = useApp();
  const { router, runtime } = app;
  const { config } = useAccount();
  const { isContinuing } = useStepper();
  const t = useTexts();
  const { name, query } = useHeldRoute('auth');
  const isPage = name === 'auth';
  const open = (step: string) => router.navigate('auth', {}, { step });
  if (isPage && query['step'] === 'recovery')
    return (
      <StepFrame title={t('tpl:auth:recovery_title')} onBack={() => open('login')}>
        <RecoveryScreen />
      </StepFrame>
    );
  if (isPage && query['step'] === 'reset')
    return (
      <StepFrame title={t('tpl:auth:reset_title')} onBack={() => open('login')}>
        <ResetScreen
          token={query['token'] ?? ''}
          onDone={() => {
            runtime.toasts.show({ text: t('tpl:auth:reset_done') });
            router.navigate('auth', {}, { step: 'login' }, { replace: true });
          }}
          onAnotherLink={() => open('recovery')}
        />
      </StepFrame>
    );
  const { step } = query;
  const first = step === 'register' || step === 'login' ? step : 'code';
  return (
    <StepFrame
      title={t('tpl:auth:title')}
      {...(!isPage && { step: 2 })}
      onBack={() => (isPage ? router.navigate('order-stepper') : app.flow.back())}
    >
      <AuthScreen
        // The page around may request another form while this one is open.
        key={first}
        first={first}
        partnerKey={widgetOptions(config.swConfig.widgetParams).partnerKey}
        isContinuing={isContinuing && !isPage}
        summary={!isPage && <StepSummary />}
        onSignedIn={() => (isPage ? finishLogin(app, query['redirect']) : app.flow.signedIn())}
        onForgotten={() => open('recovery')}
      />
    </StepFrame>
  );
}
