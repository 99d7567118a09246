import type { AppContext, Reader } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { findOrder, type OrderRow } from '../lifecycle/store.ts';

/**
 * The order, for its owner only.
 *
 * @throws Refusal NOT_FOUND for everybody else, as if it were not there
 */
export async function findOwnOrder({ db }: Pick<AppContext, 'db'>, niceId: string, reader: Reader): Promise<OrderRow> {
  const order = await findOrder(db, { niceId });
  if (order === undefined || reader.kind !== 'client' || order.clientId !== reader.clientId)
    throw new Refusal({ code: 'NOT_FOUND' });
  return order;
}
