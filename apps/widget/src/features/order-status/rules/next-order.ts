import type { Order } from '@causeway/contract/shapes/order';
import { isFinalStatus } from '@causeway/domain/orders/order-status';
import type { Receiver } from './order-kind.ts';

/**
 * The next order that a caller may start after this one: the same again, another one, or a new attempt at the same
 * purchase. A paid purchase is not paid twice.
 */
export function nextOrder(
  { status }: Pick<Order, 'status'>,
  receiver: Receiver,
): 'again' | 'new' | 'retry' | undefined {
  if (!isFinalStatus(status)) return undefined;
  if (receiver !== 'you') return status === 'finished' ? undefined : 'retry';
  return status === 'finished' ? 'again' : 'new';
}
