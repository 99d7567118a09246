import { type KeyObject, createHash, createHmac } from 'node:crypto';
import { SignJWT, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { deriveKey, deriveKeys } from '../../secrets/derive-key.ts';
import type { Randomness, Caller } from '../../context.ts';
import { Refusal } from '../../errors.ts';

/** How long sessions and their tokens live. */
const sessionRules = {
  accessMs: 10 * 60_000,
  /** A session stays valid as long as it is used at least once in this time. */
  sessionMs: 30 * 24 * 60 * 60_000,
  /** The client must sign in again after this time, however much the session is used. */
  longestMs: 90 * 24 * 60 * 60_000,
  /** A refresh token may come again within this time: after a lost answer, or from a second tab. */
  retryMs: 10_000,
  /** Clocks of two servers may differ by this much. */
  toleranceMs: 5_000,
} as const;

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

/** What a text claims to be, before anything is checked. */
export function readTokenKind(token: string): 'access' | 'refresh' | 'unknown' {
  if (/^cwr_[\w-]{43}$/.test(token)) return 'refresh';
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) ? 'access' : 'unknown';
}

const tokenType = 'at+jwt';
const party = 'causeway';
const claims = z.object({ sub: z.uuid(), sid: z.uuid() });

interface AccessClaims {
  clientId: string;
  sessionId: string;
}

/** A token for ten minutes; it is worthless once its session has ended. */
export async function signAccessToken(config: Config, token: AccessClaims, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ sid: token.sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: tokenType })
    .setSubject(token.clientId)
    .setIssuer(party)
    .setAudience(party)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + sessionRules.accessMs / 1000)
    .sign(deriveKey(config, 'access tokens'));
}

/**
 * The contents of the token, or why it is not an access token: invalid or expired, or signed by us for another purpose.
 */
export async function readAccessToken(
  config: Config,
  token: string,
  now: Date,
): Promise<AccessClaims | 'invalid' | 'wrong kind'> {
  for (const key of deriveKeys(config, 'access tokens')) {
    const verdict = await verify(token, key, now);
    if (verdict !== 'other key') return verdict;
  }
  return 'invalid';
}

async function verify(
  token: string,
  key: KeyObject,
  now: Date,
): Promise<AccessClaims | 'invalid' | 'wrong kind' | 'other key'> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      typ: tokenType,
      issuer: party,
      audience: party,
      currentDate: now,
      // A clock set back must not make a token live longer; clocks of two servers may differ a little.
      maxTokenAge: sessionRules.accessMs / 1000,
      clockTolerance: sessionRules.toleranceMs / 1000,
      requiredClaims: ['sub', 'sid', 'exp', 'iat'],
    });
    const { sub, sid } = claims.parse(payload);
    return { clientId: sub, sessionId: sid };
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return 'other key';
    const isOtherKind = error instanceof errors.JWTClaimValidationFailed && ['typ', 'aud'].includes(error.claim);
    return isOtherKind ? 'wrong kind' : 'invalid';
  }
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
