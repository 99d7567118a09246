import { WebhookError } from './webhook-error.ts';

interface Signature {
  time: number;
  macs: readonly { keyId: string; mac: string }[];
}

const signatureMax = 4096;

/**
 * Checks the signature of a message from your Causeway: text or bytes exactly as they were sent.
 *
 * @returns the time that is signed for, Unix seconds
 * @throws WebhookError `signature_missing`, `signature_malformed`, `key_unknown`, `signature_wrong`
 */
export async function checkSignature(
  signature: string | null | undefined,
  secrets: Readonly<Record<string, string>>,
  sent: Uint8Array,
): Promise<number> {
  const { time, macs } = readSignature(signature);
  const known = macs.filter(({ keyId }) => Object.hasOwn(secrets, keyId) && secrets[keyId] !== '');
  if (known.length === 0) throw new WebhookError('key_unknown', 'No key id of the signature is among your secrets.');
  const signed = concat(new TextEncoder().encode(`${time}.`), sent);
  const checks = await Promise.all(known.map(({ keyId, mac }) => isRight(secrets[keyId] ?? '', mac, signed)));
  if (!checks.includes(true)) throw new WebhookError('signature_wrong', 'The signature does not fit what came.');
  return time;
}

function readSignature(header: string | null | undefined): Signature {
  if (typeof header !== 'string' || header === '')
    throw new WebhookError('signature_missing', 'There is no signature.');
  const pairs = header.length > signatureMax ? [] : header.split(',').map((part) => part.trim().split('=', 2));
  const [first, ...rest] = pairs;
  const [name, time = ''] = first ?? [];
  const macs: Signature['macs'][number][] = [];
  for (let at = 0; at < rest.length; at += 2) {
    const [kid, keyId = ''] = rest[at] ?? [];
    const [version, mac = ''] = rest[at + 1] ?? [];
    if (kid !== 'kid' || keyId === '' || version !== 'v1' || !/^[0-9a-f]{64}$/.test(mac)) return malformed();
    macs.push({ keyId, mac });
  }
  if (name !== 't' || !/^\d{1,12}$/.test(time) || macs.length === 0) return malformed();
  return { time: Number(time), macs };
}

function malformed(): never {
  throw new WebhookError('signature_malformed', 'The signature has not the form t=…,kid=…,v1=….');
}

/** Compared by Web Crypto in constant time, so that the duration reveals nothing. */
async function isRight(secret: string, mac: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const bytes = Uint8Array.from({ length: mac.length / 2 }, (_none, at) =>
    Number.parseInt(mac.slice(at * 2, at * 2 + 2), 16),
  );
  return crypto.subtle.verify('HMAC', key, bytes, signed);
}

function concat(start: Uint8Array, end: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(start.length + end.length);
  whole.set(start);
  whole.set(end, start.length);
  return whole;
}
