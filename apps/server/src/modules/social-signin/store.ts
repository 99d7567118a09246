import type { Executor } from '../../database/db.ts';

/** Whom a firm knows somebody as. */
export interface Identity {
  issuer: string;
  subject: string;
}

export async function insertNonce(executor: Executor, nonceHash: Buffer, expiresAt: Date): Promise<void> {
  await executor.insertInto('oauthNonces').values({ nonceHash, expiresAt }).execute();
}

/** Uses a number up. @returns whether it was there and in time */
export async function spendNonce(trx: Executor, nonceHash: Buffer, now: Date): Promise<boolean> {
  const spent = await trx
    .deleteFrom('oauthNonces')
    .where('nonceHash', '=', nonceHash)
    .returning('expiresAt')
    .executeTakeFirst();
  return spent !== undefined && spent.expiresAt > now;
}

export async function deleteOldNonces(executor: Executor, before: Date): Promise<void> {
  await executor.deleteFrom('oauthNonces').where('expiresAt', '<', before).execute();
}

/** The client whom a firm knows by this name. */
export async function findClientOf(executor: Executor, { issuer, subject }: Identity): Promise<string | undefined> {
  const row = await executor
    .selectFrom('clientIdentities')
    .select('clientId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.clientId;
}

/** @returns whether nobody was known by this name before */
export async function insertIdentity(
  trx: Executor,
  identity: Identity & { clientId: string; createdAt: Date },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('clientIdentities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}
