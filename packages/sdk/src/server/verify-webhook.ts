import { WebhookError, type WebhookFault } from './webhook-error.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** What a notice is checked with. */
export interface WebhookInput {
  /** The body exactly as it came over the wire, before anything parsed it: text or bytes. */
  body: string | Uint8Array;
  /** The header `Causeway-Signature`. */
  signature: string | null | undefined;
  /** Your webhook secrets by key id. While a secret is changed, both. */
  secrets: Readonly<Record<string, string>>;
  /** Seconds that the notice's time and yours may be apart; 300 unless told. */
  toleranceSeconds?: number;
  /** The time, Unix seconds; now unless told. */
  now?: number;
}

interface Signature {
  time: number;
  macs: readonly { keyId: string; mac: string }[];
}

const defaultTolerance = 300;
const signatureMax = 4096;

/**
 * Checks that a notice is from your Causeway, unchanged and from now, and reads it. Uses nothing but Web Crypto, so it
 * runs on Node from version 20, Deno, Bun and workers.
 *
 * @throws WebhookError for every notice that is not certain
 */
export async function verifyWebhook(input: WebhookInput): Promise<WebhookEvent> {
  const { secrets, toleranceSeconds = defaultTolerance, now = Date.now() / 1000 } = input;
  const body = rawBytes(input.body);
  const { time, macs } = readSignature(input.signature);
  const known = macs.filter(({ keyId }) => Object.hasOwn(secrets, keyId) && secrets[keyId] !== '');
  if (known.length === 0) throw fault('key_unknown', 'No key id of the signature is among your secrets.');
  const signed = concat(new TextEncoder().encode(`${time}.`), body);
  const checks = await Promise.all(known.map(({ keyId, mac }) => isRight(secrets[keyId] ?? '', mac, signed)));
  if (!checks.includes(true)) throw fault('signature_wrong', 'The signature does not fit the body.');
  // Only a time that is signed for is worth a look. Not a number is never within the tolerance.
  const age = now - time;
  if (!(age <= toleranceSeconds)) throw fault('too_old', 'The notice is too old; your clock may be wrong.');
  if (!(age >= -toleranceSeconds)) throw fault('too_new', 'The notice is from the future; your clock may be wrong.');
  return readEvent(body);
}

function rawBytes(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  throw fault('body_not_raw', 'Pass the body as it came, text or bytes: written again it has another signature.');
}

function readSignature(header: string | null | undefined): Signature {
  if (typeof header !== 'string' || header === '') throw fault('signature_missing', 'There is no signature.');
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
  throw fault('signature_malformed', 'The signature has not the form t=…,kid=…,v1=….');
}

/** Compared by Web Crypto, in a time that tells nothing. */
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

function readEvent(body: Uint8Array): WebhookEvent {
  let event: unknown;
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw fault('body_unreadable', 'The body is not JSON.');
  }
  if (!isEvent(event)) throw fault('body_unreadable', 'The body is not a notice that this version knows.');
  return event;
}

/** What is signed is as the server wrote it; only what is relied on here is looked at. */
function isEvent(value: unknown): value is WebhookEvent {
  return (
    isRecord(value) &&
    value['type'] === 'order.changed' &&
    typeof value['delivery_id'] === 'string' &&
    Number.isInteger(value['version']) &&
    isRecord(value['order']) &&
    typeof value['order']['order_id'] === 'string' &&
    typeof value['order']['status'] === 'string'
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function concat(start: Uint8Array, end: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(start.length + end.length);
  whole.set(start);
  whole.set(end, start.length);
  return whole;
}

function fault(code: WebhookFault, message: string): WebhookError {
  return new WebhookError(code, message);
}
