import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { AppContext, Reader } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { isOpenPayment } from '../payments/rules.ts';
import { findCardPayment } from '../payments/store.ts';
import { syncCardPayment } from '../payments/sync-card-payment.ts';
import { findOwnOrder } from './find-own-order.ts';

/**
 * The page on which the client's own order is paid; the same one after a declined card.
 *
 * @throws Refusal NOT_FOUND, ORDER_STATUS_CHANGED when it no longer waits for money, PAYMENT_UNAVAILABLE
 */
export async function payOrder(context: AppContext, niceId: string, reader: Reader): Promise<string> {
  const { orderId } = await findOwnOrder(context, niceId, reader);
  try {
    await syncCardPayment(context, orderId);
  } catch (error) {
    if (error instanceof ProviderError) throw new Refusal({ code: 'PAYMENT_UNAVAILABLE' }, { cause: error });
    throw error;
  }
  const order = await findOwnOrder(context, niceId, reader);
  const payment = await findCardPayment(context.db, orderId);
  if (payment === undefined || !isBeforeMoney(order.status) || !isOpenPayment(payment.status))
    throw new Refusal({ code: 'ORDER_STATUS_CHANGED' });
  return payment.pageUrl;
}
