import { AuthScreen } from '../../features/auth/auth-screen.tsx';
import { widgetOptions } from '../../features/exchange/rules/widget-options.ts';
import { useTexts } from '../../shell/runtime.ts';
import { useAccount, useApp, useStepper } from '../app-parts.ts';
import { finishLogin } from '../finish-login.ts';
import { StepFrame, StepSummary } from './step-frame.tsx';

/** Sign-in as a step of an order, and as the page `/login`. */
export default function AuthView() {
  const app = useApp();
  const { config } = useAccount();
  const { isContinuing } = useStepper();
  const t = useTexts();
  const { name, query } = app.router.current();
  const isPage = name === 'auth';
  return (
    <StepFrame
      title={t('tpl:auth:title')}
      {...(!isPage && { stone: 2 })}
      onBack={() => (isPage ? app.router.navigate('order-stepper') : app.flow.back())}
    >
      <AuthScreen
        first={query['step'] === 'register' ? 'register' : 'login'}
        partnerKey={widgetOptions(config.swConfig.widgetParams).partnerKey}
        isContinuing={isContinuing && !isPage}
        summary={!isPage && <StepSummary />}
        onSignedIn={() => (isPage ? finishLogin(app, query['redirect']) : app.flow.signedIn())}
      />
    </StepFrame>
  );
}
