import type { AppContext, Reader } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { requireMayPay } from '../lifecycle/may-pay.ts';
import { findOrder, type OrderRow } from '../lifecycle/store.ts';

/**
 * The order, for who may pay and cancel it.
 *
 * @param partnerKey of the page that asks: the order of another partner is there for its owner only
 * @throws Refusal ACCESS_EXPIRED for a visitor, NOT_FOUND for everybody else, as if it were not there
 */
export async function findOwnOrder(
  { db }: Pick<AppContext, 'db'>,
  niceId: string,
  reader: Reader,
  partnerKey?: string,
): Promise<OrderRow> {
  const order = requireMayPay(await findOrder(db, { niceId }), reader);
  const isOwner = reader.kind === 'client' && reader.clientId === order.clientId;
  if (!isOwner && partnerKey !== undefined && order.partnerKey !== partnerKey) throw new Refusal({ code: 'NOT_FOUND' });
  return order;
}
