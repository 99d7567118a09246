import type { AppContext } from '../../context.ts';
import { beforeAllOrders } from './page-card-orders.ts';
import { listCardOrders } from './store.ts';

const name = 'card_orders';
/** So many of the older orders are compared again in one run; all of them come round in time. */
const size = 100;

/** The next orders of the long way round, and how to note that they were compared. */
export interface OlderOrders {
  /** Their public numbers. */
  niceIds: readonly string[];
  note(): Promise<void>;
}

/** Goes on where the last run stopped, and begins anew after the last order. */
export async function findOlderOrders({ db }: Pick<AppContext, 'db'>): Promise<OlderOrders> {
  const cursor = await db
    .selectFrom('reconciliationCursors')
    .select('orderId')
    .where('name', '=', name)
    .executeTakeFirst();
  const orders = await listCardOrders(db, { after: cursor?.orderId ?? beforeAllOrders, size });
  const orderId = (orders.length < size ? undefined : orders.at(-1)?.orderId) ?? beforeAllOrders;
  return {
    niceIds: [...new Set(orders.map(({ niceId }) => niceId))],
    note: async () => {
      await db
        .insertInto('reconciliationCursors')
        .values({ name, orderId })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ orderId }))
        .execute();
    },
  };
}
