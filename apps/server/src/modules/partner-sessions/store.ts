import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';
import type { AppContext } from '../../context.ts';

interface NewSession {
  sessionId: string;
  partnerKey: string;
  /** Of the secret key that requested it: the page ends with the key. */
  keyId: string;
  tokenHash: Buffer;
  presets: string;
  createdAt: Date;
  expiresAt: Date;
}

export async function insertSession(executor: Executor, session: NewSession): Promise<void> {
  await executor.insertInto('partnerSessions').values(session).execute();
}

interface Redeeming {
  tokenHash: Buffer;
  /** Partner of the page, when it names one. */
  partnerKey: string | undefined;
  handleHash: Buffer;
  now: Date;
  handleEndsAt: Date;
}

/** Sessions from before keys were stored have none. */
function isKeyLive(now: Date) {
  return sql<boolean>`(partner_sessions.key_id is null or exists (
    select from partner_secrets secret where secret.key_id = partner_sessions.key_id
      and secret.partner_key = partner_sessions.partner_key and (secret.ends_at is null or secret.ends_at > ${now})
  ))`;
}

/** Uses a token up: of any number of concurrent attempts, one gets the row. */
export async function redeemSession(executor: Executor, redeeming: Redeeming) {
  const { tokenHash, partnerKey, handleHash, now, handleEndsAt } = redeeming;
  let query = executor
    .updateTable('partnerSessions')
    .set({ redeemedAt: now, handleHash, handleEndsAt })
    .where('tokenHash', '=', tokenHash)
    .where('redeemedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where(isKeyLive(now));
  if (partnerKey !== undefined) query = query.where('partnerKey', '=', partnerKey);
  return query.returning(['sessionId', 'partnerKey', 'presets']).executeTakeFirst();
}

/** What is known of a token that was not redeemed just now. */
export async function selectByToken(executor: Executor, tokenHash: Buffer) {
  return executor
    .selectFrom('partnerSessions')
    .select(['partnerKey', 'redeemedAt', 'expiresAt'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
}

export async function selectByHandle(executor: Executor, handleHash: Buffer, now: Date) {
  return executor
    .selectFrom('partnerSessions')
    .select(['sessionId', 'partnerKey', 'presets'])
    .where('handleHash', '=', handleHash)
    .where('handleEndsAt', '>', now)
    .where(isKeyLive(now))
    .executeTakeFirst();
}

/** Whether a partner's server has fixed this number of its own for a page, however spelt, by a key that is good. */
export async function isNumberFixed(
  executor: Executor,
  { partnerKey, partnerOrderId, now }: { partnerKey: string; partnerOrderId: string; now: Date },
): Promise<boolean> {
  const row = await executor
    .selectFrom('partnerSessions')
    .select('sessionId')
    .where('partnerKey', '=', partnerKey)
    .where(sql`presets ->> 'partnerOrderId'`, 'is not', null)
    .where(sql<boolean>`spell_number(presets ->> 'partnerOrderId') = spell_number(${partnerOrderId})`)
    .where(isKeyLive(now))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an order of no page of a token has a number that such a page alone may order, also where it came first. */
export async function isNumberTaken(
  executor: Executor,
  order: { partnerKey: string | null; partnerOrderId: string; partnerSessionId: string | null },
  now: Date,
): Promise<boolean> {
  const { partnerKey, partnerOrderId, partnerSessionId } = order;
  if (partnerKey === null || partnerOrderId === '' || partnerSessionId !== null) return false;
  return isNumberFixed(executor, { partnerKey, partnerOrderId, now });
}

/** A page may come back for a day, and a complaint some days later. */
const keptMs = 7 * 24 * 60 * 60_000;

/**
 * Forgets sessions without an order. A number that one has fixed is no other page's as long as its key is good: of such
 * a session the number alone stays.
 */
export async function forgetPartnerSessions({ db, clock }: AppContext): Promise<void> {
  const now = clock.now();
  const isOld = sql<boolean>`created_at < ${new Date(now.getTime() - keptMs)} and not exists (
    select from orders where orders.partner_session_id = partner_sessions.session_id
  )`;
  const isOver = sql<boolean>`${isOld} and (presets ->> 'partnerOrderId' is null or not ${isKeyLive(now)})`;
  await db.deleteFrom('partnerSessions').where(isOver).execute();
  const presets = sql<string>`jsonb_build_object('partnerOrderId', presets ->> 'partnerOrderId')`;
  const hasMore = sql<boolean>`${isOld} and presets - 'partnerOrderId' <> '{}'`;
  await db.updateTable('partnerSessions').set({ presets }).where(hasMore).execute();
}
