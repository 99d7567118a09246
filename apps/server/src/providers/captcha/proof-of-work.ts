import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import type { Log } from '../../log.ts';
import type { Captcha } from './port.ts';

/** How long a page has from the challenge to the call. */
const lifetimeMs = 5 * 60_000;
/**
 * How many keys a page must derive, one by one, until it finds the right one. At the standard cost that is under half a
 * second of a desktop and about one of a phone.
 */
const tries = { min: 300, max: 900 } as const;
const algorithm = 'PBKDF2/SHA-256';

const hex = z
  .string()
  .regex(/^[0-9a-f]+$/)
  .max(128);
const proof = z.object({
  challenge: z.object({
    parameters: z.strictObject({
      algorithm: z.literal(algorithm),
      nonce: hex,
      salt: hex,
      cost: z.int(),
      keyLength: z.int(),
      keyPrefix: hex,
      keySignature: hex,
      data: z.strictObject({ action: z.string().max(100), until: z.int() }),
    }),
    signature: hex,
  }),
  solution: z.object({ counter: z.int(), derivedKey: hex }),
});

interface Options extends Pick<Config, 'CAPTCHA_COST'> {
  /** Signs the challenges; nothing else may. */
  key: Uint8Array;
}

/**
 * A captcha without a provider: the page computes its token, so that one request costs nothing and thousands do. The
 * challenge is of ALTCHA, version 2 (https://altcha.org/docs/v2): signed, for one action, and valid for five minutes.
 */
export function createProofOfWork(
  options: Options,
  clock: { now(): Date },
  log: Pick<Log, 'warn'> = { warn: () => {} },
): Captcha {
  const secret = Buffer.from(options.key).toString('hex');
  const secrets = { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret} key` };
  return {
    nameOf: (token) => readProof(token)?.challenge.parameters.nonce ?? token,

    async verify(token, action) {
      const read = readProof(token);
      if (read === undefined) return false;
      const { parameters } = read.challenge;
      const { data, cost } = parameters;
      if (data.action !== action || data.until * 1000 < clock.now().getTime() || cost < options.CAPTCHA_COST)
        return false;
      try {
        return (await verifySolution({ ...read, ...secrets, deriveKey })).verified;
      } catch (error) {
        log.warn('a captcha could not be checked', { action, error });
        return false;
      }
    },

    async makeChallenge(action) {
      const until = Math.floor((clock.now().getTime() + lifetimeMs) / 1000);
      const challenge = await createChallenge({
        ...secrets,
        algorithm,
        cost: options.CAPTCHA_COST,
        counter: randomInt(tries.max, tries.min),
        // Its time is checked by the server's own clock, not the library's.
        data: { action, until },
        deriveKey,
      });
      return JSON.stringify(challenge);
    },
  };
}

/** A token is base64 of JSON: the challenge, and the page's solution. */
function readProof(token: string): z.output<typeof proof> | undefined {
  try {
    return proof.safeParse(JSON.parse(Buffer.from(token, 'base64').toString())).data;
  } catch {
    return undefined;
  }
}
