import { ConfirmationScreen } from '../../features/confirmation/confirmation-screen.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { useAccount, useApp, useStepper } from '../app-parts.ts';
import { OrderSummary, StepFrame, StepSummary } from './step-frame.tsx';

/** The code of an order that is paid from the balance. */
export default function ConfirmationView() {
  const { flow, stepper } = useApp();
  const { client } = useAccount();
  const { confirmation, order, isFresh } = useStepper();
  const t = useTexts();
  if (!confirmation) return null;
  return (
    <StepFrame title={t('tpl:confirmation:title')} step={4} onBack={() => flow.back()}>
      <ConfirmationScreen
        details={confirmation}
        isFresh={isFresh}
        email={client.email}
        // After a reload the order is no longer there, but the request is.
        summary={order ? <OrderSummary order={order} /> : <StepSummary />}
        onResent={(next) => stepper.setState({ confirmation: next })}
        onDone={() => flow.confirmed()}
      />
    </StepFrame>
  );
}
