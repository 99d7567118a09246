import { presets, type Presets } from '@causeway/contract/shapes/presets';
import type { AppContext } from '../../context.ts';
import { cleanPresets } from '../partners/clean-presets.ts';
import { hashSecret, isSecret, makeSecret } from './session-token.ts';
import { redeemSession, selectByHandle, selectByToken } from './store.ts';

/** How long the page may take to its order: registering and waiting for a code included. */
const handleSeconds = 24 * 60 * 60;

/** Why a token opens nothing: not ours or tampered with, used before, too old, or of another partner. */
export type SessionFault = 'unknown' | 'used' | 'expired' | 'partner';

/** A session that a page has opened. */
export interface OpenSession {
  partnerKey: string;
  presets: Presets;
  /** Sent back by the page with its order. */
  handle: string;
}

/**
 * Uses up the token of a page. Whatever is wrong with it, the token itself tells nothing: only its hash is looked for.
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

/** The same page once more, loaded anew or in another language: by what it got for its token. */
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
