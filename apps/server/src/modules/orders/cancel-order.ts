import { isCancelableStatus } from '@causeway/domain/orders/order-status';
import type { AppContext, Reader } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { endUnpaidOrder } from './end-unpaid-order.ts';
import { findOwnOrder } from './find-own-order.ts';

/**
 * Cancels the client's own unpaid order. Between a cancel and a payment the acquirer decides who was first.
 *
 * @returns whether the order is canceled now; asking again gives the same
 * @throws Refusal NOT_FOUND, or TRY_LATER while the acquirer cannot be asked
 */
export async function cancelOrder(
  context: AppContext,
  niceId: string,
  reader: Reader,
  partnerKey?: string,
): Promise<boolean> {
  const order = await findOwnOrder(context, niceId, reader, partnerKey);
  if (order.status === 'canceled') return true;
  // Money that is here is exchanged or sent back; the question about it is how its owner ends the order.
  if (!isCancelableStatus(order.status) || order.receivedAmount > 0n) return false;
  try {
    await endUnpaidOrder(context, order.orderId, { to: 'canceled', reason: '', actor: 'client' });
  } catch (error) {
    if (error instanceof ProviderError)
      throw new Refusal({ code: 'TRY_LATER' }, { cause: error, retryAfterSeconds: 5 });
    throw error;
  }
  return (await findOwnOrder(context, niceId, reader)).status === 'canceled';
}
