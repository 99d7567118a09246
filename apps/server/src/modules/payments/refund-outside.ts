import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { formatAmount } from '@causeway/domain/money/format-amount';
import type { AppContext } from '../../context.ts';
import type { RefundRow } from '../settlement/refund-row.ts';
import { findCardPayment } from './store.ts';

/** Gives money of a payment back at its acquirer. */
export async function refundOutside(context: AppContext, refund: RefundRow): Promise<string> {
  const { refundId, orderId, currency } = refund;
  const payment = await findCardPayment(context.db, orderId);
  const id = payment?.acquirerPaymentId;
  if (payment === undefined || id === undefined || id === null)
    throw new Error(`The payment of order ${orderId} has money but no id.`);
  const amount = formatAmount(refund.amount, findCurrency(currency)?.precision ?? 2);
  const acquirer = context.providers.acquirers.find(payment.acquirer);
  const done = await acquirer.refundPayment({ key: `refund-${refundId}`, id, amount, currency });
  return done.id;
}
