import type { Executor } from '../../database/db.ts';

/** Whether we ourselves send money of an order back to its card: the settlement's refund books it. */
export async function isRefundedByUs(trx: Executor, orderId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('refunds')
    .select('refundId')
    .where('orderId', '=', orderId)
    .where('method', '=', 'card')
    .executeTakeFirst();
  return row !== undefined;
}
