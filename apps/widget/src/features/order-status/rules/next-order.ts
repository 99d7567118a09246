import type { Order } from '@causeway/contract/shapes/order';
import { isFinalStatus } from '@causeway/domain/orders/order-status';
import type { Receiver } from './order-kind.ts';

/**
 * The order that its reader may go on with once this one is over: the same again, another one, or the same purchase tried
 * anew. What a shop was paid for is not paid twice.
 */
export function nextOrder(
  { status }: Pick<Order, 'status'>,
  receiver: Receiver,
): 'again' | 'new' | 'retry' | undefined {
  if (!isFinalStatus(status)) return undefined;
  if (receiver !== 'you') return status === 'finished' ? undefined : 'retry';
  return status === 'finished' ? 'again' : 'new';
}
