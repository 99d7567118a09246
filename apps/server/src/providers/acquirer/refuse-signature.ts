import { createHmac, timingSafeEqual } from 'node:crypto';

const toleranceSeconds = 300;
const shape = /^t=(\d{1,12}),kid=([\w-]{1,40}),v1=([0-9a-f]{64})$/;

/**
 * Checks an `Acquirer-Signature` header over a raw body: known key, right HMAC, made at most 300 s before or after now.
 *
 * @returns why it is refused, or `undefined` when it is good
 */
export function refuseSignature(
  body: string,
  header: string,
  secrets: ReadonlyMap<string, string>,
  now: Date,
): string | undefined {
  const [, time, keyId, given] = shape.exec(header) ?? [];
  if (time === undefined || keyId === undefined || given === undefined) return 'signature_malformed';
  const secret = secrets.get(keyId);
  if (secret === undefined) return 'signature_key_unknown';
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  if (!timingSafeEqual(expected, Buffer.from(given, 'hex'))) return 'signature_wrong';
  const ageSeconds = now.getTime() / 1000 - Number(time);
  return Math.abs(ageSeconds) > toleranceSeconds ? 'signature_time' : undefined;
}

/** Reads `keyId:secret` pairs separated by commas, as the configuration has them. */
export function parseSecrets(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(',').map((pair) => {
      const colon = pair.indexOf(':');
      return [pair.slice(0, colon), pair.slice(colon + 1)];
    }),
  );
}
