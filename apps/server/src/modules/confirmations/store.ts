import type { Confirmation } from '@causeway/contract/shapes/confirmation';
import type { Executor } from '../../database/db.ts';

export interface NewConfirmation {
  confirmationId: string;
  orderId: string;
  clientId: string;
  codeHash: Uint8Array;
  createdAt: Date;
  resendAt: Date;
  expiresAt: Date;
  codeFrom: Confirmation['codeFrom'];
  isFactorAsked: boolean;
}

export async function insertConfirmation(trx: Executor, confirmation: NewConfirmation): Promise<void> {
  await trx
    .insertInto('orderConfirmations')
    .values({ ...confirmation, codeHash: Buffer.from(confirmation.codeHash) })
    .execute();
}

/** The confirmation with this identifier, of this client only. */
export async function findConfirmation(executor: Executor, by: { confirmationId: string; clientId: string }) {
  return executor
    .selectFrom('orderConfirmations')
    .selectAll()
    .where('confirmationId', '=', by.confirmationId)
    .where('clientId', '=', by.clientId)
    .executeTakeFirst();
}

/** All codes that were sent for an order, newest first. */
export async function listConfirmations(executor: Executor, orderId: string) {
  return executor
    .selectFrom('orderConfirmations')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('createdAt', 'desc')
    .orderBy('confirmationId', 'desc')
    .execute();
}

export async function countAttempt(trx: Executor, confirmationId: string): Promise<void> {
  await trx
    .updateTable('orderConfirmations')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('confirmationId', '=', confirmationId)
    .execute();
}

/** Uses a confirmation up by the code with this hash, so that the same code is recognised again. */
export async function markUsed(
  trx: Executor,
  { confirmationId, ...used }: { confirmationId: string; usedAt: Date; codeHash: Buffer },
): Promise<void> {
  await trx.updateTable('orderConfirmations').set(used).where('confirmationId', '=', confirmationId).execute();
}
