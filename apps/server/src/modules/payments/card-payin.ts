import type { AppContext } from '../../context.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import type { PayinMethod } from '../settlement/payin-method.ts';
import { planCardPayment } from './plan-card-payment.ts';
import { refundOutside } from './refund-outside.ts';
import { isOpenPayment } from './rules.ts';
import { stopCardPayment } from './stop-card-payment.ts';
import { findCardPayment } from './store.ts';
import { syncCardPayment } from './sync-card-payment.ts';

/** Paid on a page of an acquirer. */
export const cardPayin: PayinMethod = {
  plan: planCardPayment,
  sync: syncCardPayment,
  stop: stopCardPayment,
  tell,
  refund: refundOutside,
};

async function tell({ db }: AppContext, { orderId, niceId }: OrderRow, isWaiting: boolean) {
  const payment = await findCardPayment(db, orderId);
  const canPay = isWaiting && payment !== undefined && isOpenPayment(payment.status);
  const status = payment?.status ?? 'intended';
  return {
    purchaseParamsPayin:
      canPay && payment.pageUrl !== ''
        ? { purchaseUrl: payment.pageUrl, paymentUrl: `/onramp/o/${niceId}/pay`, provider: payment.acquirer }
        : {},
    paymentStatus: status === 'intended' ? '' : status,
    paymentDeclineReason: payment?.declineReason ?? '',
    cardType: payment?.cardBrand ?? '',
    cardLast4: payment?.cardLast4 ?? '',
    ...(status === 'refunded' && { refundMethod: 'card' }),
  };
}
