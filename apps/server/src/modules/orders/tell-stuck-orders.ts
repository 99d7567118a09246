import type { AppContext } from '../../context.ts';
import { clearAlarm } from '../alarms/clear-alarm.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';

const kind = 'order_stuck';
const beforeAll = '00000000-0000-0000-0000-000000000000';
const size = 500;

/**
 * Raises an alarm for every order that holds money while nothing is to come for it, and clears those of orders that
 * move again. An order that ended as `error` keeps its alarm until a person clears it.
 *
 * @param moving orders for which something is to come
 */
export async function tellStuckOrders(context: AppContext, before: Date, moving: ReadonlySet<string>): Promise<void> {
  for (let after = beforeAll; ;) {
    const page = await context.db
      .selectFrom('orders')
      .select(['orderId', 'niceId'])
      .where('status', '=', 'processing')
      .where('createdAt', '<', before)
      .where('orderId', '>', after)
      // What a person must allow has an alarm of its own.
      .where('orderId', 'not in', (from) =>
        from.selectFrom('orderHolds').select('orderId').where('decision', 'is', null),
      )
      .orderBy('orderId')
      .limit(size)
      .execute();
    for (const { orderId, niceId } of page)
      if (!moving.has(orderId)) await raiseAlarm(context, context.db, { kind, subject: niceId });
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.orderId;
  }
  const told = await context.db
    .selectFrom('alarms')
    .innerJoin('orders', 'orders.niceId', 'alarms.subject')
    .select(['orders.orderId', 'orders.niceId', 'orders.status'])
    .where('alarms.kind', '=', kind)
    .where('alarms.clearedAt', 'is', null)
    .execute();
  for (const { orderId, niceId, status } of told)
    if (status !== 'error' && (status !== 'processing' || moving.has(orderId)))
      await clearAlarm(context, context.db, kind, niceId);
}
