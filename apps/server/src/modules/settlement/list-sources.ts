import type { Executor } from '../../database/db.ts';
import type { MoneySource } from './refund-row.ts';

/** What an order was paid with, oldest first. */
export async function listSources(executor: Executor, orderId: string): Promise<MoneySource[]> {
  return executor
    .selectFrom('receivedMoney')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('isAccepted', '=', true)
    .orderBy('receivedAt')
    .orderBy('moneyKey')
    .execute();
}
