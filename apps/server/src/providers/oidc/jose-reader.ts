import { createRemoteJWKSet, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { readProviders, type OidcProvider } from '../../config/config-oidc.ts';
import type { Config } from '../../config/config.ts';
import { refuseWithinTransaction } from '../../database/open-pool.ts';
import type { Log } from '../../log.ts';
import { callProvider } from '../call-provider.ts';
import type { IdTokenReader } from './port.ts';

const timeoutMs = 5_000;
/** Clocks of two providers may differ by this much. */
const toleranceSeconds = 30;
/** A token that was made earlier was made for another occasion. */
const maxAgeSeconds = 10 * 60;

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });
const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().max(254).optional(),
  // Some providers write it as text.
  email_verified: z.union([z.boolean(), z.literal(['true', 'false'])]).optional(),
  nonce: z.string().min(1).max(200),
});

/**
 * Reads ID tokens with the keys that each provider publishes
 * (https://openid.net/specs/openid-connect-discovery-1_0.html).
 */
export function createIdTokenReader(
  config: Pick<Config, 'OIDC_PROVIDERS'>,
  clock: { now(): Date },
  log: Pick<Log, 'warn'> = { warn: () => {} },
): IdTokenReader {
  const providers = readProviders(config.OIDC_PROVIDERS) ?? [];
  const keys = new Map<string, Promise<JWTVerifyGetKey>>();

  function keysOf(provider: OidcProvider): Promise<JWTVerifyGetKey> {
    const known = keys.get(provider.code);
    if (known !== undefined) return known;
    const found = findKeys(provider);
    keys.set(provider.code, found);
    // A failed fetch is repeated for the next token.
    found.catch(() => keys.delete(provider.code));
    return found;
  }

  return {
    async read(code, token) {
      refuseWithinTransaction(code);
      const provider = providers.find((candidate) => candidate.code === code);
      if (provider === undefined) return undefined;
      try {
        const { payload } = await jwtVerify(token, await keysOf(provider), {
          issuer: provider.issuer,
          audience: provider.clientId,
          // Only keys of which the public half is published: nothing that is signed with a shared secret, or not at
          // all.
          algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'],
          requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
          maxTokenAge: maxAgeSeconds,
          clockTolerance: toleranceSeconds,
          currentDate: clock.now(),
        });
        const { sub, email = '', email_verified: verified, nonce } = claims.parse(payload);
        const isEmailVerified = email !== '' && (verified === true || verified === 'true');
        return {
          issuer: provider.issuer,
          subject: sub,
          email: email.normalize('NFKC').toLowerCase(),
          isEmailVerified,
          nonce,
        };
      } catch (error) {
        log.warn('an ID token was refused', { provider: code, error });
        return undefined;
      }
    },
  };
}

async function findKeys({ code, issuer }: OidcProvider): Promise<JWTVerifyGetKey> {
  const { status, text } = await callProvider(code, `${issuer}/.well-known/openid-configuration`, {}, timeoutMs);
  if (status !== 200) throw new Error(`the description of ${code} answered ${status}`);
  const described = discovery.parse(JSON.parse(text));
  if (described.issuer.replace(/\/$/, '') !== issuer) throw new Error(`${code} calls itself ${described.issuer}`);
  return createRemoteJWKSet(new URL(described.jwks_uri), { timeoutDuration: timeoutMs, cooldownDuration: 30_000 });
}
