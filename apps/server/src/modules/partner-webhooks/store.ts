import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';

export type DeliveryStatus = 'waiting' | 'delivered' | 'given_up';

const logColumns = [
  'deliveryId',
  'partnerKey',
  'orderId',
  'version',
  'epoch',
  'url',
  'body',
  'status',
  'attempts',
  'answerCode',
  'failure',
  'answer',
  'createdAt',
  'nextAttemptAt',
  'attemptedAt',
  'deliveredAt',
] as const;

/** Not since a restore: its partner may have replaced the address since the copy. */
const isPlaceKnown = sql<boolean>`partner_key not in (select partner_key from partners where webhook_hold <> '')`;

/** A due webhook, if no other caller has claimed it: its next attempt is postponed, so that no two send it. */
export async function claimDelivery(executor: Executor, deliveryId: string, now: Date, until: Date) {
  return executor
    .updateTable('partnerDeliveries')
    .set({ nextAttemptAt: until, attemptedAt: now, attempts: sql<number>`attempts + 1` })
    .where('deliveryId', '=', deliveryId)
    .where('status', '=', 'waiting')
    .where('nextAttemptAt', '<=', now)
    .where(isPlaceKnown)
    .returning(logColumns)
    .executeTakeFirst();
}

export async function writeBody(executor: Executor, deliveryId: string, body: string): Promise<void> {
  await executor
    .updateTable('partnerDeliveries')
    .set({ body })
    .where('deliveryId', '=', deliveryId)
    .where('body', '=', '')
    .execute();
}

export interface AttemptResult {
  status: DeliveryStatus;
  url: string;
  answerCode: number | null;
  failure: string;
  answer: string;
  nextAttemptAt: Date | null;
  deliveredAt: Date | null;
}

/** Records the result of an attempt, unless the webhook was accepted meanwhile. */
export async function writeAttempt(executor: Executor, deliveryId: string, result: AttemptResult): Promise<void> {
  await executor
    .updateTable('partnerDeliveries')
    .set(result)
    .where('deliveryId', '=', deliveryId)
    .where('status', '=', 'waiting')
    .execute();
}

/** Overdue webhooks, in the order of their ids. */
export async function listOverdue(executor: Executor, before: Date, page: { after: string; size: number }) {
  return executor
    .selectFrom('partnerDeliveries')
    .select(['deliveryId', 'partnerKey'])
    .where('status', '=', 'waiting')
    .where('nextAttemptAt', '<', before)
    .where(isPlaceKnown)
    .where('deliveryId', '>', page.after)
    .orderBy('deliveryId')
    .limit(page.size)
    .execute();
}

/** The log of a partner, the newest first. */
export async function listDeliveries(
  executor: Executor,
  { partnerKey, status, limit }: { partnerKey: string; status: DeliveryStatus | undefined; limit: number },
) {
  const all = executor
    .selectFrom('partnerDeliveries')
    .innerJoin('orders', 'orders.orderId', 'partnerDeliveries.orderId')
    .select([
      'deliveryId',
      'niceId',
      'version',
      'epoch',
      'partnerDeliveries.status',
      'attempts',
      'answerCode',
      'failure',
      'answer',
      'partnerDeliveries.createdAt',
      'nextAttemptAt',
    ])
    .where('partnerDeliveries.partnerKey', '=', partnerKey)
    .orderBy('partnerDeliveries.createdAt', 'desc')
    .limit(limit);
  return (status === undefined ? all : all.where('partnerDeliveries.status', '=', status)).execute();
}

/** Makes a webhook due again, as if it had never been sent. @returns whether it exists */
export async function rewind(executor: Executor, deliveryId: string, now: Date) {
  return executor
    .updateTable('partnerDeliveries')
    .set({ status: 'waiting', attempts: 0, nextAttemptAt: now, deliveredAt: null })
    .where('deliveryId', '=', deliveryId)
    .returning(['deliveryId', 'partnerKey'])
    .executeTakeFirst();
}
