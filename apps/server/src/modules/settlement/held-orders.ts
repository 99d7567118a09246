import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { clearAlarm } from '../alarms/clear-alarm.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { quoteRecord } from '../pricing/quote-record.ts';
import type { Settlement } from './exchange-order.ts';
import type { ConversionDoubt } from './judge-conversion.ts';

/** How a hold ends: a person allows the conversion or sends the money back, or the outside takes it back. */
export type HoldDecision = 'exchanged' | 'given_back' | 'taken_back';

/** Keeps an order's money as it came until a person decides, in the caller's transaction, with an alarm. */
export async function holdOrder(
  context: AppContext,
  trx: Executor,
  { orderId, niceId }: OrderRow,
  { record, surplus }: Settlement,
  { reason, details }: ConversionDoubt,
): Promise<void> {
  await trx
    .insertInto('orderHolds')
    .values({
      orderId,
      reason,
      details: JSON.stringify(details),
      pricing: JSON.stringify(z.encode(quoteRecord, record)),
      surplus,
      heldAt: context.clock.now(),
    })
    .execute();
  await raiseAlarm(context, trx, { kind: 'order_held', subject: niceId, details: { reason, ...details } });
}

/**
 * Ends the open hold of an order whose row the caller holds.
 *
 * @returns what it was to be exchanged at, or `undefined` when the order is not held
 */
export async function endHold(
  context: AppContext,
  trx: Executor,
  { orderId, niceId }: Pick<OrderRow, 'orderId' | 'niceId'>,
  decision: HoldDecision,
): Promise<Settlement | undefined> {
  const ended = await trx
    .updateTable('orderHolds')
    .set({ decision, decidedAt: context.clock.now() })
    .where('orderId', '=', orderId)
    .where('decision', 'is', null)
    .returning(['pricing', 'surplus'])
    .executeTakeFirst();
  if (ended === undefined) return undefined;
  await clearAlarm(context, trx, 'order_held', niceId);
  return { record: quoteRecord.parse(ended.pricing), surplus: ended.surplus };
}
