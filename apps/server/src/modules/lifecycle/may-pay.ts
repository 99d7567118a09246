import type { Reader } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { OrderRow } from './store.ts';

/** Who may pay an order and cancel it: its owner, and whoever holds the link of a merchant's order. */
export function mayPay(order: Pick<OrderRow, 'clientId' | 'isMerchant'>, reader: Reader): boolean {
  return order.isMerchant || (reader.kind === 'client' && reader.clientId === order.clientId);
}

/**
 * The order, if its reader may pay and cancel it.
 *
 * @throws Refusal ACCESS_EXPIRED for a visitor, NOT_FOUND for another client, as if it were not there
 */
export function requireMayPay(order: OrderRow | undefined, reader: Reader): OrderRow {
  if (order !== undefined && mayPay(order, reader)) return order;
  throw new Refusal({ code: reader.kind === 'visitor' ? 'ACCESS_EXPIRED' : 'NOT_FOUND' });
}
