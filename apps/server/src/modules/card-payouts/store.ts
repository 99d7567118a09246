import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';
import type { CardPayouts } from '../../database/types.generated.ts';

const statusSchema = z.enum(['planned', 'sending', 'pending', 'paid', 'failed', 'stopped']);

/** Money that goes to a card, its status parsed. */
export type CardPayoutRow = Omit<Selectable<CardPayouts>, 'status'> & { status: z.output<typeof statusSchema> };

export async function findCardPayout(executor: Executor, orderId: string): Promise<CardPayoutRow | undefined> {
  const [row] = await select(executor, orderId).execute();
  return row && toRow(row);
}

/** The pay-out, held until the transaction ends. The order's row is always locked first. */
export async function lockCardPayout(trx: Executor, orderId: string): Promise<CardPayoutRow> {
  return toRow(await select(trx, orderId).forUpdate().executeTakeFirstOrThrow());
}

function select(executor: Executor, orderId: string) {
  return executor.selectFrom('cardPayouts').selectAll().where('orderId', '=', orderId);
}

function toRow(row: Selectable<CardPayouts>): CardPayoutRow {
  return { ...row, status: statusSchema.parse(row.status) };
}
