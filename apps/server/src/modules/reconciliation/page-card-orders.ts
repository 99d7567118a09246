import type { Executor } from '../../database/db.ts';
import { listCardOrders, type CardOrder, type CardOrderPage } from './store.ts';

const size = 200;
/** An order has two firms at most, so a page always gets past its first order. */
const rowsMax = 1 + size * 2;
export const beforeAllOrders = '00000000-0000-0000-0000-000000000000';

/** All card orders that are asked for, page by page. */
export async function* pageCardOrders(
  executor: Executor,
  asked: Pick<CardOrderPage, 'since' | 'niceIds'>,
): AsyncGenerator<CardOrder[]> {
  for (let after = beforeAllOrders; ;) {
    const page = wholeOrders(await listCardOrders(executor, { ...asked, after, size: rowsMax }));
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last.orderId;
  }
}

/** A page ends with an order, never in the middle of one. */
function wholeOrders(rows: CardOrder[]): CardOrder[] {
  if (rows.length < rowsMax) return rows;
  const cut = rows.at(-1)?.orderId;
  return rows.filter(({ orderId }) => orderId !== cut);
}
