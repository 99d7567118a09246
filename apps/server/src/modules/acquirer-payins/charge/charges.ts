import { z } from 'zod';
import type { Selectable } from 'kysely';
import type { CardCharges } from '../../../database/types.generated.ts';
import type { Executor } from '../../../database/db.ts';
import type { AppContext } from '../../../context.ts';
import { newUuid } from '../../../new-uuid.ts';

const statusSchema = z.enum(['intended', 'done', 'refused']);

/** An attempt to charge a card, its status parsed. */
type ChargeRow = Omit<Selectable<CardCharges>, 'status'> & { status: z.output<typeof statusSchema> };

export async function findLastCharge(executor: Executor, paymentId: string): Promise<ChargeRow | undefined> {
  const row = await executor
    .selectFrom('cardCharges')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .orderBy('chargeNumber', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, status: statusSchema.parse(row.status) };
}

/** Records that a card is to be charged. @returns the charge's id, its key at the acquirer */
export async function insertCharge(
  context: AppContext,
  trx: Executor,
  charge: { paymentId: string; chargeNumber: number; cardId: string },
): Promise<string> {
  const chargeId = newUuid(context);
  const createdAt = context.clock.now();
  await trx
    .insertInto('cardCharges')
    .values({ chargeId, ...charge, status: 'intended', createdAt })
    .execute();
  await trx
    .updateTable('cardPayments')
    .set({ cardId: charge.cardId, updatedAt: createdAt })
    .where('paymentId', '=', charge.paymentId)
    .execute();
  return chargeId;
}

export async function endCharge(
  { db, clock }: AppContext,
  chargeId: string,
  status: 'done' | 'refused',
): Promise<void> {
  await db
    .updateTable('cardCharges')
    .set({ status, doneAt: clock.now() })
    .where('chargeId', '=', chargeId)
    .where('status', '=', 'intended')
    .execute();
}
