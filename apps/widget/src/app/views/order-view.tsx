import type { Order } from '@causeway/contract/shapes/order';
import { useEffect, useState, type ReactNode } from 'react';
import { CancelSheet } from '../../features/order-status/components/cancel-sheet.tsx';
import { LostOrderScreen } from '../../features/order-status/lost-order-screen.tsx';
import { OrderScreen } from '../../features/order-status/order-screen.tsx';
import { orderLabel } from '../../features/order-status/rules/order-label.ts';
import { statusTone } from '../../features/order-status/rules/status-tone.ts';
import { useOrder } from '../../features/order-status/use-order.ts';
import { PaymentScreen } from '../../features/payment/payment-screen.tsx';
import { RedirectScreen } from '../../features/payment/redirect-screen.tsx';
import { precisionOf, showAmount } from '../../lib/format/show-amount.ts';
import { StatusPill } from '../../parts/status-pill.tsx';
import { StepHeader } from '../../parts/step-header.tsx';
import { useTexts } from '../../shell/runtime.ts';
import { Stones } from '../../ui/stones.tsx';
import { useAccount, useApp, useStepper } from '../app-parts.ts';
import { orderEvent } from '../order-event.ts';
import { modeRow } from '../modes.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { OrderSummary } from './order-summary.tsx';
import { usePayment } from './use-payment.ts';

/** An order by its number: its payment while it waits for one, then its way (4.10). */
export default function OrderView() {
  const { router } = useApp();
  const { client } = useAccount();
  const niceId = router.current().params['orderId'] ?? '';
  // A sign-in or sign-out changes what the reader may see: the order is read anew.
  return <FollowedOrder key={`${niceId} ${client.isAuthorized}`} niceId={niceId} />;
}

function FollowedOrder({ niceId }: { niceId: string }) {
  const { stepper, runtime } = useApp();
  const [known] = useState(() => stepper.getState().order);
  const { data: order, failure, again } = useOrder(niceId, known?.niceId === niceId ? known : undefined);

  useEffect(() => {
    if (!order) return;
    const last = stepper.getState().order;
    stepper.setState({ order });
    if (last?.niceId !== order.niceId || last.status !== order.status) runtime.frame.changeOrder(orderEvent(order));
  }, [order, stepper, runtime]);

  if (order) return <OrderPage order={order} again={again} />;
  if (failure === undefined) return <LoadingScreen />;
  return (
    <>
      <OrderHeader />
      <LostOrderScreen failure={failure} onAgain={again} />
    </>
  );
}

/** The heading of an order's page, with the way back where the mode has one. */
function OrderHeader({ children }: { children?: ReactNode }) {
  const { mode } = useApp();
  const t = useTexts();
  const onLeave = useLeave();
  const leave = { kind: 'back', label: t('tpl:common:back'), onLeave } as const;
  return (
    <StepHeader title={t('tpl:order:title')} leave={modeRow(mode).hideOrderButtons ? undefined : leave}>
      {children}
    </StepHeader>
  );
}

/** Leaves an order for the exchange. */
function useLeave(): () => void {
  const { router, flow } = useApp();
  return () => {
    router.navigate('order-stepper');
    flow.open('exchange');
  };
}

function OrderPage({ order, again }: { order: Order; again: () => void }) {
  const { router, stepper, mode, runtime } = useApp();
  const leave = useLeave();
  const { client, config } = useAccount();
  const { isFresh } = useStepper();
  const t = useTexts();
  const [isAsking, setAsking] = useState(false);
  const payment = usePayment(order, isFresh, again);
  const show = (amount: string, code: string) => showAmount(amount, code, config.currencyConfig);
  const amount = show(order.payinAmount, order.payinCurrency);
  const onCancel = order.canCancel === 1 ? () => setAsking(true) : undefined;
  const entry = config.currencyConfig[order.payoutCurrency];

  const url = order.purchaseParamsPayin.purchaseUrl;
  if (payment.view === 'redirect' && url !== undefined)
    return <RedirectScreen url={url} amount={amount} onLeave={() => stepper.setState({ isFresh: false })} />;
  const sheet = (
    <CancelSheet open={isAsking} niceId={order.niceId} onClose={() => setAsking(false)} onCanceled={again} />
  );
  if (payment.view !== undefined && payment.view !== 'redirect')
    return (
      <>
        <StepHeader title={t('tpl:payment:title')} icon="lock">
          <Stones step={4} count={4} label={t('tpl:common:step_of', { step: 4, count: 4 })} />
        </StepHeader>
        <PaymentScreen
          view={payment.view}
          order={order}
          amount={amount}
          summary={<OrderSummary order={order} />}
          heldUntil={payment.heldUntil}
          isBlocked={payment.isBlocked}
          isOpened={payment.isOpened}
          onOpen={payment.open}
          onCancel={onCancel}
          onCopied={() => runtime.toasts.show({ text: t('tpl:order:copied') })}
        />
        {sheet}
      </>
    );
  const facts = { ...order, isPayinCrypto: config.currencyConfig[order.payinCurrency]?.isCrypto === 1 };
  return (
    <>
      <OrderHeader>
        <StatusPill tone={statusTone(order)} live>
          {t(`tpl:order:${orderLabel(facts)}`)}
        </StatusPill>
      </OrderHeader>
      <OrderScreen
        order={order}
        precision={precisionOf(entry)}
        show={show}
        hideButtons={modeRow(mode).hideOrderButtons}
        isOwner={order.isClientRole === 1}
        onAgain={leave}
        onCancel={onCancel}
        onLogin={
          client.isAuthorized === 0 ? () => router.navigate('auth', {}, { redirect: router.current().href }) : undefined
        }
      />
      {sheet}
    </>
  );
}
