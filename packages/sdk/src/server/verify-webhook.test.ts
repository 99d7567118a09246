import { describe, expect, test } from 'vitest';
import { verifyWebhook, WebhookError } from './index.ts';

const now = 1_780_000_000;
const secrets = { wk_new: 'whsec_new', wk_old: 'whsec_old' };
const event = {
  delivery_id: 'd1',
  type: 'order.changed',
  version: 3,
  created_at: now - 2,
  partner_key: 'pk_shop',
  order: { order_id: 'CW1', status: 'finished', note: 'é, "1.50" ' },
};
// Spaces and a number that JSON.stringify would write otherwise: written again it is another body.
const body = JSON.stringify(event).replace('{"delivery_id"', '{ "delivery_id"').replace('"version":3', '"version":3.0');

async function macOf(text: string, secret: string, time: number): Promise<string> {
  const bytes = new TextEncoder();
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  // Web Crypto refuses a key without a byte; one of zeros is the same to HMAC.
  const raw = secret === '' ? new Uint8Array(1) : bytes.encode(secret);
  const key = await crypto.subtle.importKey('raw', raw, hmac, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', key, bytes.encode(`${time}.${text}`));
  return [...new Uint8Array(mac)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
const sign = async (text: string, { time = now, kid = 'wk_new', secret = 'whsec_new' } = {}) =>
  `t=${time},kid=${kid},v1=${await macOf(text, secret, time)}`;
const signature = await sign(body);
const verify = (input: Partial<Parameters<typeof verifyWebhook>[0]>) =>
  verifyWebhook({ body, signature, secrets, now, ...input });
const faultOf = async (input: Partial<Parameters<typeof verifyWebhook>[0]>) => {
  const error: unknown = await verify(input).catch((thrown: unknown) => thrown);
  return error instanceof WebhookError ? error.code : error;
};

describe('a genuine webhook is accepted', () => {
  test('as text and as bytes', async () => {
    expect((await verify({})).order.status).toBe('finished');
    expect((await verify({ body: new TextEncoder().encode(body) })).version).toBe(3);
  });
  test('when any of its keys is known: the old one, the new one, either of two', async () => {
    const old = { kid: 'wk_old', secret: 'whsec_old' };
    expect((await verify({ signature: await sign(body, old) })).version).toBe(3);
    const both = `${signature},kid=wk_old,v1=${await macOf(body, 'whsec_old', now)}`;
    const all: Readonly<Record<string, string>>[] = [secrets, { wk_new: 'whsec_new' }, { wk_old: 'whsec_old' }];
    for (const known of all) expect((await verify({ signature: both, secrets: known })).version).toBe(3);
  });
  test('up to five minutes off in either direction', async () => {
    for (const apart of [-300, 300]) expect((await verify({ now: now + apart })).version).toBe(3);
  });
});

type Refused = readonly [name: string, input: Partial<Parameters<typeof verifyWebhook>[0]>, code: string];

const reordered = JSON.stringify({ ...event, type: event.type });
const refused: readonly Refused[] = [
  ['without a signature', { signature: undefined }, 'signature_missing'],
  ['with an empty one', { signature: '' }, 'signature_missing'],
  ['with a word for a signature', { signature: 'yes' }, 'signature_malformed'],
  ['without a time', { signature: `kid=wk_new,v1=${'a'.repeat(64)}` }, 'signature_malformed'],
  ['with two times', { signature: `t=${now},${signature}` }, 'signature_malformed'],
  ['with a time that is none', { signature: await sign(body, { time: Number.NaN }) }, 'signature_malformed'],
  ['with a key and no signature', { signature: `t=${now},kid=wk_new` }, 'signature_malformed'],
  [
    'with a signature in capitals',
    { signature: signature.replace(/v1=.*/, (mac) => mac.toUpperCase()) },
    'signature_malformed',
  ],
  ['with a short signature', { signature: signature.slice(0, -2) }, 'signature_malformed'],
  ['with a very long header', { signature: `${signature},${'kid=a,'.repeat(1000)}` }, 'signature_malformed'],
  ['with an unknown key', { signature: await sign(body, { kid: 'wk_other' }) }, 'key_unknown'],
  [
    'with a key named like a property of every object',
    { signature: await sign(body, { kid: 'constructor' }) },
    'key_unknown',
  ],
  ['without any secret', { secrets: {} }, 'key_unknown'],
  ['with an empty secret', { secrets: { wk_new: '' }, signature: await sign(body, { secret: '' }) }, 'key_unknown'],
  ['with another secret', { signature: await sign(body, { secret: 'whsec_guess' }) }, 'signature_wrong'],
  ['under the id of another key', { signature: await sign(body, { kid: 'wk_old' }) }, 'signature_wrong'],
  ['when its body was changed', { body: body.replace('finished', 'canceled') }, 'signature_wrong'],
  ['when its body was written again', { body: reordered }, 'signature_wrong'],
  ['when its body lost a space at the end', { body: `${body} ` }, 'signature_wrong'],
  ['when its time was changed', { signature: signature.replace(`t=${now}`, `t=${now + 1}`) }, 'signature_wrong'],
  ['when it is too old', { now: now + 301 }, 'too_old'],
  ['when it is from the future', { now: now - 301 }, 'too_new'],
  ['when the time is unknown', { now: Number.NaN }, 'too_old'],
  ['when it is no JSON', { body: 'x', signature: await sign('x') }, 'body_unreadable'],
  ['when it is another kind of JSON', { body: '[]', signature: await sign('[]') }, 'body_unreadable'],
];

describe('a webhook is refused', () => {
  test.each(refused)('%s', async (_name, input, code) => {
    expect(await faultOf(input)).toBe(code);
  });

  test('when its body was parsed before it came here', async () => {
    const parsed = JSON.parse(body);
    expect(await faultOf({ body: parsed })).toBe('body_not_raw');
  });

  test('when any one character of it is another', async () => {
    for (let at = 0; at < body.length; at += 7) {
      const other = body.slice(0, at) + String.fromCharCode(body.charCodeAt(at) ^ 1) + body.slice(at + 1);
      expect(await faultOf({ body: other })).toBe('signature_wrong');
    }
  });
});
