import type { Executor } from '../../database/db.ts';
import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { lockTwoFactor } from '../two-factor/store.ts';
import type { AccountPart } from '../account-parts/account-part.ts';

/** A person's identity at a provider. */
interface Identity {
  issuer: string;
  subject: string;
}

async function insertNonce(executor: Executor, nonceHash: Buffer, expiresAt: Date): Promise<void> {
  await executor.insertInto('oauthNonces').values({ nonceHash, expiresAt }).execute();
}

/** Uses a nonce up. @returns whether it existed and was in time */
async function spendNonce(trx: Executor, nonceHash: Buffer, now: Date): Promise<boolean> {
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

/** The client with this identity at a provider. */
export async function findLogin(executor: Executor, { issuer, subject }: Identity) {
  return executor
    .selectFrom('clientIdentities')
    .select(['clientId', 'loginId'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** @returns the login; `undefined` where the identity is not new */
export async function insertIdentity(
  trx: Executor,
  identity: Identity & { clientId: string; createdAt: Date },
): Promise<string | undefined> {
  const inserted = await trx
    .insertInto('clientIdentities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .returning('loginId')
    .executeTakeFirst();
  return inserted?.loginId;
}

const lifetimeMs = 10 * 60_000;

/** A nonce that one token may carry. */
export async function issueNonce({ db, clock, random }: Pick<AppContext, 'db' | 'clock' | 'random'>): Promise<string> {
  const nonce = Buffer.from(random.bytes(32)).toString('base64url');
  await insertNonce(db, hashNonce(nonce), new Date(clock.now().getTime() + lifetimeMs));
  return nonce;
}

/** Uses a nonce up, in the transaction that signs in: an attempt that is only asked for more leaves it valid. */
export async function useNonce({ clock }: Pick<AppContext, 'clock'>, trx: Executor, nonce: string): Promise<boolean> {
  return spendNonce(trx, hashNonce(nonce), clock.now());
}

function hashNonce(nonce: string): Buffer {
  return createHash('sha256').update(nonce).digest();
}

/** An external provider can no longer sign in to a deleted account. */
export const socialAccount: AccountPart = {
  async close(_context, trx, { clientId }) {
    await deleteIdentities(trx, clientId);
  },
};

/** Ends every login of other providers. */
export async function deleteIdentities(trx: Executor, clientId: string): Promise<void> {
  await trx.deleteFrom('clientIdentities').where('clientId', '=', clientId).execute();
}

/** A client's logins of other providers. */
export async function selectIdentities(executor: Executor, clientId: string) {
  return executor
    .selectFrom('clientIdentities')
    .select(['loginId', 'issuer', 'subject', 'createdAt'])
    .where('clientId', '=', clientId)
    .orderBy('createdAt')
    .execute();
}

/** Ends a login with the sessions that it opened, but for the one that ends it. @returns how many those were */
export async function deleteIdentity(
  trx: Executor,
  { clientId, loginId, except, now }: { clientId: string; loginId: string; except: string; now: Date },
): Promise<number> {
  // Who signs in by it holds the client, too.
  await lockTwoFactor(trx, clientId);
  await trx.deleteFrom('clientIdentities').where('loginId', '=', loginId).execute();
  return endSessions(trx, { clientId, reason: 'login removed', now, openedBy: { loginId }, except });
}
