import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';
import type { CardPayouts } from '../../database/types.generated.ts';
import type { DueSource } from '../../jobs/due-jobs.ts';
import { sendCardPayoutJob } from './jobs.ts';

const statusSchema = z.enum(['planned', 'sending', 'pending', 'paid', 'failed', 'held', 'stopped']);

/** Money that goes to a card, its status parsed. */
export type CardPayoutRow = Omit<Selectable<CardPayouts>, 'status'> & { status: z.output<typeof statusSchema> };

export async function findCardPayout(executor: Executor, orderId: string): Promise<CardPayoutRow | undefined> {
  const [row] = await select(executor, orderId).execute();
  return row && toRow(row);
}

/** The payout, locked until the transaction ends. The order's row is always locked first. */
export async function lockCardPayout(trx: Executor, orderId: string): Promise<CardPayoutRow> {
  return toRow(await select(trx, orderId).forUpdate().executeTakeFirstOrThrow());
}

function select(executor: Executor, orderId: string) {
  return executor.selectFrom('cardPayouts').selectAll().where('orderId', '=', orderId);
}

function toRow(row: Selectable<CardPayouts>): CardPayoutRow {
  return { ...row, status: statusSchema.parse(row.status) };
}

/** Orders whose money must still go to a card, or is on its way there. */
export const listDueCardPayouts: DueSource = async (executor, before, { after, size }) => {
  const rows = await executor
    .selectFrom('cardPayouts')
    .innerJoin('orders', 'orders.orderId', 'cardPayouts.orderId')
    .select('cardPayouts.orderId')
    .where('cardPayouts.status', 'in', ['planned', 'sending', 'pending'])
    // The filter is the order's age, not the payout's: otherwise the order would seem to have nothing due.
    .where('orders.createdAt', '<', before)
    .where('cardPayouts.orderId', '>', after)
    .orderBy('cardPayouts.orderId')
    .limit(size)
    .execute();
  return rows.map(({ orderId }) => ({ orderId, job: sendCardPayoutJob }));
};
