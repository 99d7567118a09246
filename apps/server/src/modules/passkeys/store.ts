import type { Executor } from '../../database/db.ts';
import type { AccountPart } from '../account-parts/account-part.ts';

interface NewPasskey {
  credentialId: string;
  passkeyId: string;
  clientId: string;
  publicKey: Buffer;
  counter: bigint;
  transports: string[];
  name: string;
  isSynced: boolean;
  createdAt: Date;
}

/** @returns whether no client has this passkey yet */
export async function insertPasskey(trx: Executor, passkey: NewPasskey): Promise<boolean> {
  const inserted = await trx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function findPasskey(executor: Executor, credentialId: string) {
  return executor
    .selectFrom('passkeys')
    .select(['credentialId', 'passkeyId', 'clientId', 'publicKey', 'counter', 'transports'])
    .where('credentialId', '=', credentialId)
    .executeTakeFirst();
}

/** A client's passkeys, oldest first. */
export async function selectPasskeys(executor: Executor, clientId: string) {
  return executor
    .selectFrom('passkeys')
    .select(['passkeyId', 'credentialId', 'transports', 'name', 'isSynced', 'createdAt', 'lastUsedAt'])
    .where('clientId', '=', clientId)
    .orderBy('createdAt')
    .orderBy('passkeyId')
    .execute();
}

/** Records a use. @returns whether the passkey still exists and was not used elsewhere meanwhile */
export async function saveUse(
  executor: Executor,
  use: { credentialId: string; counter: bigint; newCounter: bigint; usedAt: Date },
): Promise<boolean> {
  const saved = await executor
    .updateTable('passkeys')
    .set({ counter: use.newCounter, lastUsedAt: use.usedAt })
    .where('credentialId', '=', use.credentialId)
    .where('counter', '=', use.counter)
    .executeTakeFirst();
  return saved.numUpdatedRows === 1n;
}

/** @returns whether the client has this passkey */
export async function saveName(
  executor: Executor,
  which: { clientId: string; passkeyId: string },
  name: string,
): Promise<boolean> {
  const saved = await executor
    .updateTable('passkeys')
    .set({ name })
    .where('clientId', '=', which.clientId)
    .where('passkeyId', '=', which.passkeyId)
    .executeTakeFirst();
  return saved.numUpdatedRows === 1n;
}

/** @returns the name of the deleted passkey */
export async function deletePasskey(
  trx: Executor,
  which: { clientId: string; passkeyId: string },
): Promise<string | undefined> {
  const deleted = await trx
    .deleteFrom('passkeys')
    .where('clientId', '=', which.clientId)
    .where('passkeyId', '=', which.passkeyId)
    .returning('name')
    .executeTakeFirst();
  return deleted?.name;
}

/** All passkeys of a client, with their open challenges. */
export async function deletePasskeys(trx: Executor, clientId: string): Promise<void> {
  await trx.deleteFrom('passkeys').where('clientId', '=', clientId).execute();
  await trx.deleteFrom('passkeyChallenges').where('clientId', '=', clientId).execute();
}

export const passkeysAccount: AccountPart = {
  close: async (_context, trx, { clientId }) => deletePasskeys(trx, clientId),
};
