import { checkSignature } from './check-signature.ts';
import { WebhookError } from './webhook-error.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** Input of the check of a webhook. */
export interface WebhookInput {
  /** The body exactly as it came over the wire, before anything parsed it: text or bytes. */
  body: string | Uint8Array;
  /** The header `Causeway-Signature`. */
  signature: string | null | undefined;
  /** Your webhook secrets by key id. While a secret is changed, both. */
  secrets: Readonly<Record<string, string>>;
  /** Seconds that the webhook's time and yours may differ; 300 by default. */
  toleranceSeconds?: number;
  /** The time, Unix seconds; the current time by default. */
  now?: number;
}

const defaultTolerance = 300;
/**
 * Checks that a webhook is from your Causeway, unchanged and recent, and parses it. Uses nothing but Web Crypto, so it
 * runs on Node from version 20, Deno, Bun and workers.
 *
 * @throws WebhookError for every webhook that is not certainly genuine
 */
export async function verifyWebhook(input: WebhookInput): Promise<WebhookEvent> {
  const { secrets, toleranceSeconds = defaultTolerance, now = Date.now() / 1000 } = input;
  const body = rawBytes(input.body);
  const time = await checkSignature(input.signature, secrets, body);
  // The age is checked only after the signature. NaN is never within the tolerance.
  const age = now - time;
  if (!(age <= toleranceSeconds)) throw new WebhookError('too_old', 'The notice is too old; your clock may be wrong.');
  if (!(age >= -toleranceSeconds))
    throw new WebhookError('too_new', 'The notice is from the future; your clock may be wrong.');
  return readEvent(body);
}

function rawBytes(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  throw new WebhookError(
    'body_not_raw',
    'Pass the body as it came, text or bytes: written again it has another signature.',
  );
}

function readEvent(body: Uint8Array): WebhookEvent {
  let event: unknown;
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new WebhookError('body_unreadable', 'The body is not JSON.');
  }
  if (!isEvent(event)) throw new WebhookError('body_unreadable', 'The body is not a notice that this version knows.');
  return event;
}

/** The server wrote the signed body; only the fields used here are checked. */
function isEvent(value: unknown): value is WebhookEvent {
  return (
    isRecord(value) &&
    (value['type'] === 'order.changed' || value['type'] === 'test') &&
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
