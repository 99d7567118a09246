import type { Order } from '@causeway/contract/shapes/order';
import { useState } from 'react';
import { ConfirmationScreen } from '../../features/confirmation/confirmation-screen.tsx';
import { clockText } from '../../lib/format/clock-text.ts';
import { useCountdown } from '../../lib/timing/use-countdown.ts';
import { CountdownRing } from '../../parts/order/countdown-ring.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { useAccount, useApp, useStepper } from '../app-parts.ts';
import { OrderSummary, StepFrame, StepSummary } from './step-frame.tsx';

/** The code of an order that is paid from the balance. */
export default function ConfirmationView() {
  const { flow, stepper, exchange } = useApp();
  const { client } = useAccount();
  const { confirmation, order, isFresh } = useStepper();
  const t = useTexts();
  if (!confirmation) return null;
  const isFloating = order ? order.isFloatingRate === 1 : exchange.getState().preorder.isFloatingRate;
  return (
    <StepFrame title={t('tpl:confirmation:title')} step={4} onBack={() => flow.back()}>
      <ConfirmationScreen
        details={confirmation}
        isFresh={isFresh}
        email={client.email}
        // After a reload the order is no longer there, but the request is.
        summary={
          <>
            {order ? <OrderSummary order={order} /> : <StepSummary />}
            {!isFloating && <HeldPrice order={order} />}
          </>
        }
        onResent={(next) => stepper.setState({ confirmation: next })}
        onDone={() => flow.confirmed()}
      />
    </StepFrame>
  );
}

/** How long a fixed price holds for the approval, and what applies afterwards. */
function HeldPrice({ order }: { order: Order | undefined }) {
  const t = useTexts();
  const [heldUntil] = useState(() => (order ? Date.now() + (order.expiresAt - order.now) * 1000 : 0));
  const left = useCountdown(heldUntil);
  const after = t('tpl:confirmation:rate_after');
  if (!order || left === 0)
    return (
      <Callout type="plain" icon="timer" live={false} title={order && t('tpl:payment:rate_over')}>
        {after}
      </Callout>
    );
  const period = Math.max(1, order.expiresAt - order.createdAt);
  return (
    <CountdownRing
      left={left}
      period={period}
      title={t('tpl:payment:held_for', { time: clockText(left) })}
      text={after}
    />
  );
}
