import type { Order } from '@causeway/contract/shapes/order';
import { PaymentScreen } from '../../features/payment/payment-screen.tsx';
import { amountLeft } from '../../features/payment/rules/amount-left.ts';
import type { PaymentView } from '../../features/payment/rules/payment-view.ts';
import { nameOf, precisionOf, showAmount } from '../../lib/format/show-amount.ts';
import { StepHeader } from '../../parts/page/step-header.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { StepDots } from '../../ui/feedback/step-dots.tsx';
import { useAccount, useApp } from '../app-parts.ts';
import { followRedirect } from '../follow-redirect.ts';
import { listOfOrder } from './status-page.tsx';
import { modeRow } from '../modes.ts';
import { BehindCallout } from '../../features/order-status/order-screen.tsx';
import { isMerchantOrder } from '../../features/order-status/rules/order-kind.ts';
import { OrderHeader } from './order-header.tsx';
import { OrderSummary } from './step-frame.tsx';
import type { Payment } from './use-payment.ts';

export interface PaymentPageProps {
  order: Order;
  payment: Payment;
  view: PaymentView;
  isBehind: boolean;
  show: (amount: string, code: string) => string;
  onCancel?: (() => void) | undefined;
  again: () => void;
}

/** The last step of an order: its payment. */
export function PaymentPage({ order, payment, view, isBehind, show, onCancel, again }: PaymentPageProps) {
  const parts = useApp();
  const { mode, router } = parts;
  const { client, config } = useAccount();
  const t = useTexts();
  const entry = config.currencyConfig[order.payinCurrency];
  const left = amountLeft(order.payinAmount, order.receivedAmount, precisionOf(entry));
  const isMerchant = isMerchantOrder(modeRow(mode).isMerchant, order);
  const list = listOfOrder({ mode, isSignedIn: client.isAuthorized === 1, isMerchant, order });
  const dots = <StepDots step={4} count={4} label={t('tpl:common:step_of', { step: 4, count: 4 })} />;
  return (
    <>
      {view.kind === 'bank' || view.kind === 'deposit' ? (
        <OrderHeader title={t(`tpl:payment:${view.kind}_header`)}>{dots}</OrderHeader>
      ) : (
        <StepHeader title={t('tpl:payment:title')} icon="lock">
          {dots}
        </StepHeader>
      )}
      <PaymentScreen
        view={view}
        order={order}
        // What is sent must suffice.
        amount={showAmount(left, order.payinCurrency, config.currencyConfig, t, 'up')}
        amountLeft={left}
        precision={precisionOf(entry)}
        show={show}
        currencyName={entry?.fullname || nameOf(entry, order.payinCurrency)}
        networkName={entry?.networkFullname || order.payinGroup}
        summary={
          <>
            <OrderSummary order={order} />
            {isBehind && <BehindCallout onRefresh={again} />}
          </>
        }
        heldUntil={payment.heldUntil}
        isBlocked={payment.isBlocked}
        isOpened={payment.isOpened}
        onOpen={payment.open}
        onCancel={onCancel}
        onList={list && (() => router.navigate(list))}
        again={again}
        onRedirect={(value) => followRedirect(parts, value)}
      />
    </>
  );
}
