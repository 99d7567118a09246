import type { Order } from '@causeway/contract/shapes/order';
import { paymentKind } from '@causeway/domain/payments/payment-methods';
import { useEffect, useEffectEvent, useState } from 'react';
import { CancelSheet } from '../../features/order-status/components/cancel-sheet.tsx';
import { RedirectScreen } from '../../features/payment/redirect-screen.tsx';
import { showAmount } from '../../lib/format/show-amount.ts';
import { useAccount, useApp, useStepper } from '../app-parts.ts';
import { followRedirect } from '../follow-redirect.ts';
import { useOnline } from '../../lib/polling/use-online.ts';
import { useTexts } from '../../platform/runtime.ts';
import { modeRow } from '../modes.ts';
import { PaymentPage } from './payment-page.tsx';
import { StatusPage } from './status-page.tsx';
import { useHeadingFocus } from './use-heading-focus.ts';
import { type Payment, usePayment } from './use-payment.ts';
import { widgetOptions } from '../../features/exchange/rules/widget-options.ts';

interface OrderPageProps {
  order: Order;
  /** The last poll of the order failed. */
  isBehind: boolean;
  again: () => void;
  /** Shows the order of another call's answer. */
  take: (order: Order) => void;
}

/** One order: leaving for its payment, paying, or in progress. */
export function OrderPage({ order, again, take, ...props }: OrderPageProps) {
  const parts = useApp();
  const { stepper, mode } = parts;
  const { config } = useAccount();
  const t = useTexts();
  const { isFresh } = useStepper();
  const partnerKey = usePartnerKey();
  const [isAsking, setAsking] = useState(false);
  const payment = usePayment(order, isFresh, again);
  const { view } = payment;
  // Without a connection no poll is made that could fail.
  const isOnline = useOnline();
  const isBehind = props.isBehind || !isOnline;
  useHeadingFocus(`${screenOf(order, view)} ${isBehind}`);
  useFirstRedirect(order, isFresh, (value) => {
    stepper.setState({ isFresh: false });
    followRedirect(parts, value);
  });
  const show = (amount: string, code: string) => showAmount(amount, code, config.currencyConfig, t);
  const payinKind = paymentKind(order.payinGroup, config.currencyConfig[order.payinCurrency]?.isCrypto === 1);
  const onCancel = order.canCancel === 1 && !modeRow(mode).hideOrderButtons ? () => setAsking(true) : undefined;

  if (view?.kind === 'page' && view.state === 'redirect')
    return (
      <RedirectScreen
        url={view.url}
        order={order}
        amount={show(order.payinAmount, order.payinCurrency)}
        onLeave={() => stepper.setState({ isFresh: false })}
      />
    );
  return (
    <>
      {view ? (
        <PaymentPage {...{ order, payment, view, show, onCancel, again, isBehind }} />
      ) : (
        <StatusPage order={order} isBehind={isBehind} show={show} onCancel={onCancel} again={again} />
      )}
      <CancelSheet
        open={isAsking}
        order={order}
        payinKind={payinKind}
        show={show}
        partnerKey={partnerKey}
        onClose={() => setAsking(false)}
        onCanceled={(canceled) => (canceled ? take(canceled) : again())}
      />
    </>
  );
}

/**
 * A new order with a redirect follows it, once (4.7-04); a bank's challenge is part of the payment and stays in this
 * page.
 */
function useFirstRedirect({ niceId, redirect, paymentStatus }: Order, isFresh: boolean, follow: (to: string) => void) {
  const go = useEffectEvent(follow);
  const to = isFresh && paymentStatus !== 'challenge' ? redirect : '';
  useEffect(() => {
    if (to !== '') go(to);
  }, [niceId, to]);
}

/** Names the screen, so that another one is detected. */
function screenOf({ status, payinConfirmations }: Order, view: Payment['view']): string {
  if (!view) return status;
  const state = 'state' in view ? view.state : payinConfirmations === null ? 'asked' : 'seen';
  return `${view.kind} ${state}`;
}

/** The partner of this page; empty on our own. */
export function usePartnerKey(): string {
  return widgetOptions(useAccount().config.swConfig.widgetParams).partnerKey;
}
