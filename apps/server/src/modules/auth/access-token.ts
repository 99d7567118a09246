import type { KeyObject } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { deriveKey, deriveKeys } from '../../secrets/derive-key.ts';
import { sessionRules } from './rules.ts';

const tokenType = 'at+jwt';
const party = 'causeway';
const claims = z.object({ sub: z.uuid(), sid: z.uuid() });

export interface AccessClaims {
  clientId: string;
  sessionId: string;
}

/** A token for ten minutes; it is worth nothing once its session ended. */
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

/** What the token says, or why it is not an access token: bad or old, or signed by us for something else. */
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
