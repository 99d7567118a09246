import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';

export async function insertReset(
  executor: Executor,
  reset: { tokenHash: Buffer; clientId: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await executor.insertInto('passwordResets').values(reset).execute();
}

/** The e-mail address of a link; `undefined` when it is unknown, used or expired. */
export async function findEmailOfReset(executor: Executor, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  const row = await executor
    .selectFrom('passwordResets')
    .innerJoin('clients', 'clients.clientId', 'passwordResets.clientId')
    .select(sql<string>`coalesce(clients.payer_email, clients.email)`.as('email'))
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row?.email;
}

/** Uses a link up. @returns its client; `undefined` when it is unknown, used or expired */
export async function spendReset(trx: Executor, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  const spent = await trx
    .updateTable('passwordResets')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('clientId')
    .executeTakeFirst();
  return spent?.clientId;
}

/** Ends every other link of the client. */
export async function spendAllResets(trx: Executor, clientId: string, now: Date): Promise<void> {
  await trx
    .updateTable('passwordResets')
    .set({ usedAt: now })
    .where('clientId', '=', clientId)
    .where('usedAt', 'is', null)
    .execute();
}

export async function deleteOldResets(executor: Executor, before: Date): Promise<void> {
  await executor.deleteFrom('passwordResets').where('expiresAt', '<', before).execute();
}
