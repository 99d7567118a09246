import { createHash, createHmac } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import { deriveKey } from '../../secrets/derive-key.ts';
import type { Randomness, Caller } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { sessionRules } from './access-token.ts';

/** When a session ends that was opened at `openedAt` and used now. */
export function endOfSession(openedAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + sessionRules.sessionMs, openedAt.getTime() + sessionRules.longestMs));
}

/** How long a device can sign in by biometrics without being used. */
export const biometricLifetimeMs = 90 * 24 * 60 * 60_000;

/** How links for a new password behave. */
export const recoveryRules = { lifetimeMs: 60 * 60_000, windowMs: 60 * 60_000, max: 3 } as const;

/** A refresh token as the database has it, with the session it belongs to. */
export interface RefreshState {
  usedAt: Date | null;
  expiresAt: Date;
  sessionEndedAt: Date | null;
  sessionExpiresAt: Date;
  /** Whether this device would get the same successor as the one that used the token. */
  isSameDevice: boolean;
  /** Whether the successor was exchanged in its turn. */
  isSuccessorUsed: boolean;
}

/**
 * Verdict on a refresh token: `rotate` gives the successor for the first time, `repeat` gives it again, `over` means an
 * ended session, `stolen` a token that was used by another device.
 */
export type RefreshVerdict = 'rotate' | 'repeat' | 'over' | 'stolen';

export function judgeRefresh(state: RefreshState, now: Date): RefreshVerdict {
  if (state.sessionEndedAt !== null || now >= state.sessionExpiresAt || now >= state.expiresAt) return 'over';
  if (state.usedAt === null) return 'rotate';
  const isSoon = now.getTime() - state.usedAt.getTime() <= sessionRules.retryMs;
  return isSoon && state.isSameDevice && !state.isSuccessorUsed ? 'repeat' : 'stolen';
}

const prefix = 'cwr_';

/** The first refresh token of a session: 32 random bytes. */
export function makeRefreshToken(random: Randomness): string {
  return prefix + Buffer.from(random.bytes(32)).toString('base64url');
}

/**
 * The token that follows this one. It is derived, not stored, from the used token and the device's traits: a repeated
 * request from the same device gets the same successor, another device gets one that is not valid.
 */
export function deriveSuccessor(config: Config, token: string, traits: string): string {
  const key = deriveKey(config, 'refresh tokens');
  return (
    prefix +
    createHmac('sha256', key)
      .update(JSON.stringify([token, traits]))
      .digest('base64url')
  );
}

/** What is stored of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The session that makes a call of clients. @throws Refusal ACCESS_EXPIRED for a visitor */
export function sessionOf(caller: Caller): { clientId: string; sessionId: string } {
  if (caller.kind !== 'client') throw new Refusal({ code: 'ACCESS_EXPIRED' });
  return caller;
}
