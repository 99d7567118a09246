import { toUnixSeconds } from '@causeway/contract/fields/fields';
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { SignJWT, jwtVerify, errors } from 'jose';
import { deriveKey, deriveKeys } from '../../secrets/derive-key.ts';
import type { KeyObject } from 'node:crypto';

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
  const issuedAt = toUnixSeconds(now);
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

/** How long sessions and their tokens live. */
export const sessionRules = {
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
