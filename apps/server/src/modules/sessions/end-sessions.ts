import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';

export type EndReason =
  | 'logged out'
  | 'refresh token reused'
  | 'password changed'
  | 'email changed'
  | 'address taken'
  | 'ended elsewhere'
  | 'passkey removed'
  | 'login removed'
  | 'ended by operator'
  | 'database restored'
  | 'account deleted';

/** Ends after which the device is still known as its owner's. */
export const trustedEnds = ['logged out', 'refresh token reused'] as const satisfies readonly EndReason[];
/** Follows such an end once all sessions were ended, as with a new password, a new e-mail or a claimed address. */
export const forgottenMark = ', device forgotten';

/** Tables of what a session gave out, besides the biometric token of its device. */
const derived = ['pushTokens', 'passkeyChallenges', 'secondFactorCodes', 'handovers'] as const;

interface WhichSessions {
  clientId: string;
  reason: EndReason;
  now: Date;
  except?: string;
  only?: string;
  /** Those that a passkey or a login of another provider opened. */
  openedBy?: { passkeyId: string } | { loginId: string };
  /** The device signs in again by itself: its owner has only signed out. */
  isBiometricKept?: boolean;
}

/**
 * Ends sessions of a client, all, all but one, or one alone, and with them everything they gave out: access and refresh
 * tokens are worthless without their session, the rest is deleted. Tokens that outlived their session are ended by that
 * session's id. Where not one alone ends, no device of an earlier session is known any more: another person's may be
 * among them.
 *
 * @returns how many sessions and tokens that sign in were ended
 */
export async function endSessions(trx: Executor, which: WhichSessions): Promise<number> {
  const { clientId, reason, now, except, only, openedBy, isBiometricKept = false } = which;
  let sessions = trx
    .updateTable('sessions')
    .set({ endedAt: now, endReason: reason })
    .where('clientId', '=', clientId)
    .where('endedAt', 'is', null);
  if (except !== undefined) sessions = sessions.where('sessionId', '!=', except);
  if (only !== undefined) sessions = sessions.where('sessionId', '=', only);
  if (openedBy !== undefined) sessions = sessions.where(isOf(openedBy));
  if (only === undefined) await forgetDevices(trx, which);
  const ended = Number((await sessions.executeTakeFirst()).numUpdatedRows);
  const signsIn = isBiometricKept ? 0 : await deleteDerived(trx, 'biometricTokens', which);
  for (const table of derived) await deleteDerived(trx, table, which);
  return Math.max(ended, signsIn);
}

const isOf = (opener: NonNullable<WhichSessions['openedBy']>) =>
  'loginId' in opener ? sql<boolean>`login_id = ${opener.loginId}` : sql<boolean>`passkey_id = ${opener.passkeyId}`;

async function forgetDevices(trx: Executor, { clientId, openedBy }: WhichSessions): Promise<void> {
  let sessions = trx
    .updateTable('sessions')
    .set({ endReason: sql`end_reason || ${forgottenMark}::text` })
    .where('clientId', '=', clientId)
    .where('endReason', 'in', trustedEnds);
  if (openedBy !== undefined) sessions = sessions.where(isOf(openedBy));
  await sessions.execute();
}

async function deleteDerived(
  trx: Executor,
  table: 'biometricTokens' | (typeof derived)[number],
  { clientId, except, only, openedBy }: WhichSessions,
): Promise<number> {
  let rows = trx.deleteFrom(table).where('clientId', '=', clientId);
  if (except !== undefined) rows = rows.where('sessionId', 'is distinct from', except);
  if (only !== undefined) rows = rows.where('sessionId', '=', only);
  if (openedBy !== undefined)
    rows = rows.where('sessionId', 'in', (from) =>
      from.selectFrom('sessions').select('sessionId').where('clientId', '=', clientId).where(isOf(openedBy)),
    );
  return Number((await rows.executeTakeFirst()).numDeletedRows);
}

/** Ends every session of every client, with what they gave out. @returns how many there were */
export async function endEverySession(trx: Executor, reason: EndReason, now: Date): Promise<number> {
  const ended = await trx
    .updateTable('sessions')
    .set({ endedAt: now, endReason: reason })
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  for (const table of ['biometricTokens', ...derived] as const) await trx.deleteFrom(table).execute();
  return Number(ended.numUpdatedRows);
}

/**
 * Locks a valid session until the transaction ends, so that nothing is given out by one that is being ended.
 *
 * @throws Refusal SESSION_OVER
 */
export async function holdSession(trx: Executor, sessionId: string, now: Date): Promise<void> {
  const row = await trx
    .selectFrom('sessions')
    .select('sessionId')
    .where('sessionId', '=', sessionId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .forShare()
    .executeTakeFirst();
  if (row === undefined) throw new Refusal({ code: 'SESSION_OVER' });
}
