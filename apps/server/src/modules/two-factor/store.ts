import type { Executor } from '../../database/db.ts';
import type { AccountPart } from '../account-parts/account-part.ts';

/** The second factor of a client, its row locked until the transaction ends. */
export async function lockTwoFactor(trx: Executor, clientId: string) {
  return trx
    .selectFrom('clients')
    .select([
      'email',
      'twoFactorSealedKey as sealedKey',
      'hasPasskeys',
      'twoFactorLastStep as lastStep',
      'twoFactorFailures as failures',
      'twoFactorFailedAt as failedAt',
    ])
    .where('clientId', '=', clientId)
    .forUpdate()
    .executeTakeFirst();
}

export async function saveTwoFactor(
  trx: Executor,
  clientId: string,
  columns: {
    twoFactorSealedKey?: string;
    hasPasskeys?: boolean;
    twoFactorLastStep?: bigint;
    twoFactorFailures?: number;
    twoFactorFailedAt?: Date | null;
  },
): Promise<void> {
  await trx.updateTable('clients').set(columns).where('clientId', '=', clientId).execute();
}

/** For a while approvals require the e-mailed code besides the second factor. */
export async function guardPayouts(trx: Executor, clientId: string, factorAddedAt: Date): Promise<void> {
  await trx.updateTable('clients').set({ factorAddedAt }).where('clientId', '=', clientId).execute();
}

/** Whether the client has an authenticator, and when a factor was added last. */
export async function findFactors(
  executor: Executor,
  clientId: string,
): Promise<{ hasAuthenticator: boolean; factorAddedAt: Date | null }> {
  const row = await executor
    .selectFrom('clients')
    .select(['twoFactorSealedKey', 'factorAddedAt'])
    .where('clientId', '=', clientId)
    .executeTakeFirst();
  const { twoFactorSealedKey = '', factorAddedAt = null } = row ?? {};
  return { hasAuthenticator: twoFactorSealedKey !== '', factorAddedAt };
}

/** Whether the client has an authenticator. */
export async function hasAuthenticator(executor: Executor, clientId: string): Promise<boolean> {
  const row = await executor
    .selectFrom('clients')
    .select('twoFactorSealedKey')
    .where('clientId', '=', clientId)
    .executeTakeFirst();
  return row !== undefined && row.twoFactorSealedKey !== '';
}

/** Replaces the existing recovery codes. */
export async function replaceRecoveryCodes(
  trx: Executor,
  clientId: string,
  hashes: readonly Buffer[],
  createdAt: Date,
): Promise<void> {
  await trx.deleteFrom('recoveryCodes').where('clientId', '=', clientId).execute();
  if (hashes.length === 0) return;
  await trx
    .insertInto('recoveryCodes')
    .values(hashes.map((codeHash) => ({ clientId, codeHash, createdAt })))
    .execute();
}

/**
 * @param codeHashes of one code, under the present key and the earlier ones
 * @returns whether the code existed and was unused
 */
export async function spendRecoveryCode(
  trx: Executor,
  clientId: string,
  codeHashes: readonly Buffer[],
  usedAt: Date,
): Promise<boolean> {
  if (codeHashes.length === 0) return false;
  const used = await trx
    .updateTable('recoveryCodes')
    .set({ usedAt })
    .where('clientId', '=', clientId)
    .where('codeHash', 'in', codeHashes)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** Deletes every second factor. */
export const twoFactorAccount: AccountPart = {
  async close({ clock }, trx, { clientId }) {
    await saveTwoFactor(trx, clientId, { twoFactorSealedKey: '', hasPasskeys: false });
    await replaceRecoveryCodes(trx, clientId, [], clock.now());
    await trx.deleteFrom('secondFactorCodes').where('clientId', '=', clientId).execute();
  },
};
