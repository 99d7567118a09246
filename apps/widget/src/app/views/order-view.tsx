import { useEffect, useState } from 'react';
import { LostOrderScreen } from '../../features/order-status/lost-order-screen.tsx';
import { lostReason } from '../../features/order-status/rules/lost-reason.ts';
import { useOrder } from '../../features/order-status/use-order.ts';
import { useAccount, useApp } from '../app-parts.ts';
import { modeRow } from '../modes.ts';
import { orderEvent } from '../order-event.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { OrderHeader } from './order-header.tsx';
import { OrderPage, usePartnerKey } from './order-page.tsx';
import { useLeaveOrder } from './use-leave.ts';

/** An order by its number: its payment while it waits for one, then its progress (4.10). */
export default function OrderView() {
  const { session } = useApp().runtime;
  // Draws again once another client is known.
  useAccount();
  const niceId = useOrderNumber();
  // A sign-in or sign-out changes what the caller may see: the order is read again. The tokens are there at once, so
  // that a client who becomes known changes nothing.
  return <FollowedOrder key={`${niceId} ${session.tokens() !== undefined}`} niceId={niceId} />;
}

function FollowedOrder({ niceId }: { niceId: string }) {
  const { stepper, runtime, mode } = useApp();
  const leave = useLeaveOrder();
  const [known] = useState(() => stepper.getState().order);
  const {
    data: order,
    failure,
    again,
    take,
  } = useOrder({
    niceId,
    partnerKey: usePartnerKey(),
    initial: known?.niceId === niceId ? known : undefined,
  });

  useEffect(() => {
    if (!order) return;
    const last = stepper.getState().order;
    stepper.setState({ order });
    if (last?.niceId !== order.niceId || last.status !== order.status) runtime.frame.changeOrder(orderEvent(order));
  }, [order, stepper, runtime]);

  if (order) return <OrderPage order={order} isBehind={failure !== undefined} again={again} take={take} />;
  if (failure === undefined) return <LoadingScreen />;
  return (
    <>
      <OrderHeader />
      <LostOrderScreen
        reason={lostReason(failure)}
        onAgain={again}
        onNew={modeRow(mode).hideOrderButtons ? undefined : leave}
      />
    </>
  );
}

/** The order of the page. While another page slides in, the one that slides out stays with the order that it showed. */
export function useOrderNumber(): string {
  const { router } = useApp();
  const wanted = router.current().params['orderId'];
  const [shown, setShown] = useState('');
  const number = shownOrder(wanted, shown);
  if (number !== shown) setShown(number);
  return number;
}

/** @param wanted the number in the URL, which pages of other things do not have */
export function shownOrder(wanted: string | undefined, shown: string): string {
  return wanted ?? shown;
}
