import { createHash } from 'node:crypto';
import type { AppContext, Randomness } from '../../context.ts';
import { type Presets, presets } from '@causeway/contract/shapes/presets';
import type { Partner } from '../partners/partner.ts';
import { newUuid } from '../../new-uuid.ts';
import { cleanPresets } from '../partners/clean-presets.ts';
import { insertSession, redeemSession, selectByHandle, selectByToken } from './store.ts';
import { Refusal } from '../../errors.ts';

const secretForm = /^cws(?:t|h)_[A-Za-z0-9_-]{43}$/;

/** A token of a page, `cwst_…`, or the session that replaces it, `cwsh_…`: 256 random bits, which cannot be guessed. */
function makeSecret(random: Randomness, kind: 'cwst' | 'cwsh'): string {
  return `${kind}_${Buffer.from(random.bytes(32)).toString('base64url')}`;
}

function isSecret(text: string): boolean {
  return secretForm.test(text);
}

/** Tokens and handles are stored as hashes only. */
function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/**
 * Presets that neither the page's URL nor a message nor the client changes: the partner's locked defaults, and all of a
 * session.
 */
export function fixedPresets({ defaults, locks }: Partner, session: Presets | undefined): Presets {
  const locked = Object.fromEntries(
    locks.flatMap((name) => (defaults[name] === undefined ? [] : [[name, defaults[name]]])),
  ) satisfies Presets;
  return { ...locked, ...session };
}

/** How long a token waits for its page. */
const tokenSeconds = 5 * 60;

/** Makes a token that opens one page of the partner with these presets, once, within five minutes. */
export async function createSession(
  context: Pick<AppContext, 'db' | 'clock' | 'random'>,
  { partner, keyId }: { partner: Partner; keyId: string },
  presets: Presets,
): Promise<{ sessionToken: string; expiresAt: Date }> {
  const sessionToken = makeSecret(context.random, 'cwst');
  const createdAt = context.clock.now();
  const expiresAt = new Date(createdAt.getTime() + tokenSeconds * 1000);
  await insertSession(context.db, {
    sessionId: newUuid(context),
    partnerKey: partner.partnerKey,
    keyId,
    tokenHash: hashSecret(sessionToken),
    presets: JSON.stringify(cleanPresets(presets)),
    createdAt,
    expiresAt,
  });
  return { sessionToken, expiresAt };
}

export interface PageSession {
  sessionId: string;
  presets: Presets;
}

/**
 * The session of a page, by the handle that the page got for its token.
 *
 * @throws Refusal PARTNER_SESSION_OVER when it is not there, over, or of another partner
 */
export async function findSession(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  handle: string,
  partnerKey: string,
): Promise<PageSession> {
  const row = await selectByHandle(db, hashSecret(handle), clock.now());
  if (row === undefined || row.partnerKey !== partnerKey) throw new Refusal({ code: 'PARTNER_SESSION_OVER' });
  return { sessionId: row.sessionId, presets: cleanPresets(presets.parse(row.presets)) };
}

/** Whether a token would work if a page of this partner used it now. Checking does not use it up. */
export async function peekToken(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  token: string,
  partnerKey: string | undefined,
): Promise<'fresh' | SessionFault> {
  const known = await selectByToken(db, hashSecret(token));
  if (known === undefined) return 'unknown';
  if (partnerKey !== undefined && known.partnerKey !== partnerKey) return 'partner';
  if (known.redeemedAt !== null) return 'used';
  return known.expiresAt <= clock.now() ? 'expired' : 'fresh';
}

/** How long the page may take to its order: registering and waiting for a code included. */
const handleSeconds = 24 * 60 * 60;

/** Why a token is refused: not ours or tampered with, used before, too old, or of another partner. */
export type SessionFault = 'unknown' | 'used' | 'expired' | 'partner';

/** A session that a page has opened. */
interface OpenSession {
  partnerKey: string;
  presets: Presets;
  /** Sent back by the page with its order. */
  handle: string;
}

/**
 * Uses up the token of a page. The token itself is never parsed: only its hash is looked up.
 *
 * @param partnerKey of the page, when it names one
 */
export async function redeemToken(
  context: Pick<AppContext, 'db' | 'clock' | 'random'>,
  token: string,
  partnerKey: string | undefined,
): Promise<{ session: OpenSession } | { fault: SessionFault }> {
  if (!isSecret(token)) return { fault: 'unknown' };
  if (token.startsWith('cwsh_')) return reopen(context, token, partnerKey);
  const now = context.clock.now();
  const handle = makeSecret(context.random, 'cwsh');
  const tokenHash = hashSecret(token);
  const row = await redeemSession(context.db, {
    tokenHash,
    partnerKey,
    handleHash: hashSecret(handle),
    now,
    handleEndsAt: new Date(now.getTime() + handleSeconds * 1000),
  });
  if (row === undefined) return { fault: await findFault(context, tokenHash, partnerKey, now) };
  return { session: { partnerKey: row.partnerKey, presets: cleanPresets(presets.parse(row.presets)), handle } };
}

/** The same page again, reloaded or in another language, by the handle that it got for its token. */
async function reopen(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  handle: string,
  partnerKey: string | undefined,
): Promise<{ session: OpenSession } | { fault: SessionFault }> {
  const row = await selectByHandle(db, hashSecret(handle), clock.now());
  if (row === undefined) return { fault: 'expired' };
  if (partnerKey !== undefined && row.partnerKey !== partnerKey) return { fault: 'partner' };
  return { session: { partnerKey: row.partnerKey, presets: cleanPresets(presets.parse(row.presets)), handle } };
}

async function findFault(
  { db }: Pick<AppContext, 'db'>,
  tokenHash: Buffer,
  partnerKey: string | undefined,
  now: Date,
): Promise<SessionFault> {
  const known = await selectByToken(db, tokenHash);
  if (known === undefined) return 'unknown';
  if (partnerKey !== undefined && known.partnerKey !== partnerKey) return 'partner';
  if (known.redeemedAt !== null) return 'used';
  return known.expiresAt <= now ? 'expired' : 'used';
}
