import type { Selectable } from 'kysely';
import type { Executor } from '../../database/db.ts';
import type { BankPayouts } from '../../database/types.generated.ts';
import type { DueSource } from '../../jobs/due-jobs.ts';
import { followBankPayoutJob, sendBankPayoutJob } from './jobs.ts';

export type BankPayoutRow = Selectable<BankPayouts>;

export async function findBankPayout(executor: Executor, orderId: string): Promise<BankPayoutRow | undefined> {
  return executor.selectFrom('bankPayouts').selectAll().where('orderId', '=', orderId).executeTakeFirst();
}

/** Moves a payout to its next status when it still has the one that the caller saw. */
export async function movePayout(
  trx: Executor,
  { payoutId, status }: Pick<BankPayoutRow, 'payoutId' | 'status'>,
  change: Partial<Pick<BankPayoutRow, 'amount' | 'outsideId' | 'sentAt' | 'holdReason'>> &
    Pick<BankPayoutRow, 'status' | 'updatedAt'>,
): Promise<boolean> {
  const moved = await trx
    .updateTable('bankPayouts')
    .set(change)
    .where('payoutId', '=', payoutId)
    .where('status', '=', status)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

/** Orders whose payout is not sent or not settled yet. */
export const dueBankPayouts: DueSource = async (executor, before, { after, size }) => {
  const rows = await executor
    .selectFrom('bankPayouts')
    .innerJoin('orders', 'orders.orderId', 'bankPayouts.orderId')
    .select(['bankPayouts.orderId', 'bankPayouts.status'])
    .where('orders.createdAt', '<', before)
    .where('bankPayouts.orderId', '>', after)
    .where('bankPayouts.status', 'in', ['planned', 'sent'])
    .orderBy('bankPayouts.orderId')
    .limit(size)
    .execute();
  return rows.map(({ orderId, status }) => ({
    orderId,
    job: status === 'planned' ? sendBankPayoutJob : followBankPayoutJob,
  }));
};
