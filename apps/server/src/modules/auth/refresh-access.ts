import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { logSecurityEvent } from '../../security-log/log-security-event.ts';
import { deriveSuccessor, endOfSession, hashToken, judgeRefresh } from './tokens.ts';
import { readTokenKind, signAccessToken } from './access-token.ts';
import type { TokenPair } from './open-session.ts';
import { prolongSession } from './store.ts';
import {
  insertRefreshToken,
  isRefreshTokenUsed,
  markRefreshTokenUsed,
  selectRefreshToken,
} from './refresh-token-store.ts';

interface Spent {
  sessionId: string;
  sessionOpenedAt: Date;
  clientId: string;
  tokenHash: Buffer;
  successor: string;
}

/**
 * Exchanges a refresh token for a new pair. The same token again, from the same device and within ten seconds,
 * gets the same successor; later, or from elsewhere, it ends the session.
 *
 * @throws Refusal SESSION_OVER, ACCESS_WRONG_KIND when an access token was sent
 */
export async function refreshAccess(
  context: AppContext,
  input: { refresh: string; tfp?: string | undefined },
): Promise<TokenPair> {
  const kind = readTokenKind(input.refresh);
  if (kind === 'access') throw new Refusal({ code: 'ACCESS_WRONG_KIND' });
  const spent =
    kind === 'refresh' ? await context.db.transaction().execute((trx) => spend(context, trx, input)) : undefined;
  if (spent === undefined) throw new Refusal({ code: 'SESSION_OVER' });
  return { access: await signAccessToken(context.config, spent, context.clock.now()), refresh: spent.successor };
}

/** Nothing is thrown here: the end of a session must be committed, not rolled back. */
async function spend(
  context: AppContext,
  transaction: Executor,
  input: { refresh: string; tfp?: string | undefined },
): Promise<Spent | undefined> {
  const now = context.clock.now();
  const tokenHash = hashToken(input.refresh);
  const row = await selectRefreshToken(transaction, tokenHash);
  if (row === undefined) return undefined;
  const successor = deriveSuccessor(context.config, input.refresh, input.tfp ?? '');
  const successorHash = hashToken(successor);
  const isSuccessorUsed = row.successorHash !== null && (await isRefreshTokenUsed(transaction, row.successorHash));
  const isSameDevice = row.successorHash?.equals(successorHash) ?? true;
  const verdict = judgeRefresh({ ...row, isSameDevice, isSuccessorUsed }, now);
  const { sessionId, sessionOpenedAt, clientId } = row;
  const spent = { sessionId, sessionOpenedAt, clientId, tokenHash, successor };
  if (verdict === 'rotate') await rotate(transaction, spent, now);
  if (verdict === 'stolen') {
    await endSessions(transaction, { clientId, only: sessionId, reason: 'refresh token reused', now });
    logSecurityEvent(context, 'refresh_reused', { clientId, sessionId });
  }
  return verdict === 'rotate' || verdict === 'repeat' ? spent : undefined;
}

async function rotate(transaction: Executor, spent: Spent, now: Date): Promise<void> {
  const { sessionId, tokenHash } = spent;
  const successorHash = hashToken(spent.successor);
  const expiresAt = endOfSession(spent.sessionOpenedAt, now);
  await markRefreshTokenUsed(transaction, { tokenHash, successorHash, usedAt: now });
  await insertRefreshToken(transaction, { tokenHash: successorHash, sessionId, createdAt: now, expiresAt });
  await prolongSession(transaction, { sessionId, lastSeenAt: now, expiresAt });
}
