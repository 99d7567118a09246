import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { deriveKey } from '../../secrets/derive-key.ts';
import { sealText } from '../../secrets/seal-text.ts';

/** How long anti-money-laundering law makes us keep who a client was: five years (Directive (EU) 2015/849, article 40). */
const keptMs = 5 * 365.25 * 24 * 3600 * 1000;

/** Ends every way in, takes the personal data out of the client's row and keeps it sealed until it may be erased. */
export async function closeClient(context: AppContext, trx: Executor, clientId: string, reason: string): Promise<void> {
  const now = context.clock.now();
  const { email, firstName, lastName } = await trx
    .selectFrom('clients')
    .select(['email', 'firstName', 'lastName'])
    .where('clientId', '=', clientId)
    .executeTakeFirstOrThrow();
  const personal = JSON.stringify({ email, firstName, lastName });
  await trx
    .insertInto('deletedClients')
    .values({
      clientId,
      sealed: sealText(deriveKey(context.config, 'deleted clients'), context.random, personal),
      reason,
      deletedAt: now,
      eraseAfter: new Date(now.getTime() + keptMs),
    })
    .execute();
  await trx
    .updateTable('clients')
    .set({
      // Unique, and no address: the client may register anew with the real one.
      email: `deleted:${clientId}`,
      passwordHash: '',
      firstName: '',
      lastName: '',
      twoFactorSealedKey: '',
      hasPasskeys: false,
      isNews: false,
      isOffers: false,
      deletedAt: now,
    })
    .where('clientId', '=', clientId)
    .execute();
  await trx
    .updateTable('sessions')
    .set({ endedAt: now, endReason: 'account deleted' })
    .where('clientId', '=', clientId)
    .where('endedAt', 'is', null)
    .execute();
  for (const table of [
    'recoveryCodes',
    'passkeys',
    'passkeyChallenges',
    'secondFactorCodes',
    'passwordResets',
    'biometricTokens',
    'pushTokens',
    'confirmationCodes',
  ] as const)
    await trx.deleteFrom(table).where('clientId', '=', clientId).execute();
}
