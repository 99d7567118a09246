import { getOrderEndpoint } from '@causeway/contract/endpoints/get-order.generated';
import type { Confirmation } from '@causeway/contract/shapes/confirmation';
import type { Order } from '@causeway/contract/shapes/order';
import { useState } from 'react';
import { ConfirmationScreen } from '../../features/confirmation/confirmation-screen.tsx';
import { HeldPrice } from '../../features/payment/components/held-row.tsx';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { useLoaded } from '../../platform/use-loaded.ts';
import { useAccount, useApp, useStepper } from '../app-parts.ts';
import type { StepperStore } from '../stepper/stepper-store.ts';
import { OrderSummary, StepFrame, StepSummary } from './step-frame.tsx';

/** The code of an order that is paid from the balance. */
export default function ConfirmationView() {
  const { flow, stepper } = useApp();
  const { client } = useAccount();
  const { confirmation, isFresh } = useStepper();
  const t = useTexts();
  if (!confirmation) return null;
  return (
    <StepFrame title={t('tpl:confirmation:title')} step={4} onBack={() => flow.back()}>
      <ConfirmationScreen
        details={confirmation}
        isFresh={isFresh}
        email={client.email}
        summary={<Summary key={confirmation.niceId} confirmation={confirmation} />}
        onResent={(next) => keepResent(stepper, confirmation, next)}
        onDone={() => flow.confirmed()}
      />
    </StepFrame>
  );
}

/** Keeps another code's details, unless the client has gone back meanwhile or waits for that of another order. */
export function keepResent(stepper: StepperStore, of: Confirmation, next: Confirmation): void {
  if (stepper.getState().confirmation === of) stepper.setState({ confirmation: next });
}

/** The amounts, and how long a fixed price of them holds. After a reload the order is read: its number was kept. */
function Summary({ confirmation: { niceId } }: { confirmation: Confirmation }) {
  const { exchange } = useApp();
  const { api } = useRuntime();
  const { order: known } = useStepper();
  const { data, error } = useLoaded(async () =>
    known ? undefined : (await api.call(getOrderEndpoint, { ghostMode: true }, { params: { niceId } })).order,
  );
  const order = known ?? data;
  const isFloating = order ? order.isFloatingRate === 1 : exchange.getState().preorder.isFloatingRate;
  return (
    <>
      {order ? <OrderSummary order={order} /> : <StepSummary />}
      {!isFloating && (order || error !== undefined) && <Held order={order} />}
    </>
  );
}

function Held({ order }: { order: Order | undefined }) {
  const t = useTexts();
  const [heldUntil] = useState(() => (order ? Date.now() + (order.expiresAt - order.now) * 1000 : 0));
  return (
    <HeldPrice
      order={order}
      heldUntil={heldUntil}
      over={order && t('tpl:payment:rate_over')}
      text={t('tpl:confirmation:rate_after')}
    />
  );
}
