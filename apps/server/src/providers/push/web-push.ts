import { createECDH, ECDH } from 'node:crypto';
import { isIP } from 'node:net';
import webPush from 'web-push';
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { isPrivateAddress, postWebhook } from '../post-webhook.ts';
import { ProviderError } from '../provider-error.ts';
import type { BrowserPush } from './port.ts';

type PushConfig = Pick<Config, 'PUSH_KEYS' | 'SUPPORT_URL' | 'PUBLIC_URL' | 'WEBHOOK_PRIVATE_TARGETS'>;

/** What a push service keeps a message for a device that is off: news of yesterday is no news. */
const keptSeconds = 24 * 3600;
const timeoutMs = 5000;

/** The last sign of such a text can be spelled in several ways: one stands for all. */
const base64url = (bytes: number) =>
  z
    .string()
    .max(100)
    .regex(/^[\w-]+$/)
    .transform((text) => Buffer.from(text, 'base64url'))
    .refine((read) => read.length === bytes)
    .transform((read) => read.toString('base64url'));
/** A browser's subscription, with the key that it was made with; whatever else stands in it is dropped. */
const subscription = z.object({
  // What follows a `#` is never sent: it would make many of one.
  endpoint: z
    .url()
    .max(1500)
    .transform((text) => new URL(text).href.replace(/#.*$/, '')),
  keys: z.object({ p256dh: base64url(65).refine(isOnCurve), auth: base64url(16) }),
  key: base64url(65),
});

/**
 * Messages to browsers (RFC 8030, 8291, 8292). The first of the keys makes subscriptions; an earlier one serves those
 * that were made with it.
 *
 * @returns `undefined` without a key
 */
export function createWebPush(config: PushConfig): BrowserPush | undefined {
  const privateKeys = config.PUSH_KEYS.split(',').filter((key) => key !== '');
  const keys = privateKeys.map((privateKey) => ({ privateKey, publicKey: publicHalf(privateKey) }));
  const [first] = keys;
  if (first === undefined) return undefined;
  const isPrivateAllowed = config.WEBHOOK_PRIVATE_TARGETS === 'on';
  const subject = /^(?:mailto:|https:)/.test(config.SUPPORT_URL) ? config.SUPPORT_URL : config.PUBLIC_URL;
  return {
    key: first.publicKey,
    read(token) {
      const read = readToken(token);
      if (read === undefined || !mayReach(new URL(read.endpoint), isPrivateAllowed)) return undefined;
      return { token: JSON.stringify(read), endpoint: read.endpoint };
    },
    async send(token, message) {
      const read = readToken(token);
      const pair = keys.find(({ publicKey }) => publicKey === read?.key);
      // Nothing can be sent any more under a key that was taken away.
      if (read === undefined || pair === undefined) return 'gone';
      const { headers, body } = webPush.generateRequestDetails(read, JSON.stringify(message), {
        vapidDetails: { subject, ...pair },
        TTL: keptSeconds,
        // A topic has 32 signs at most.
        topic: message.topic.replaceAll('-', ''),
        contentEncoding: 'aes128gcm',
      });
      return judge(await postWebhook({ url: read.endpoint, headers, body: body ?? '', isPrivateAllowed, timeoutMs }));
    },
  };
}

function judge(sent: Awaited<ReturnType<typeof postWebhook>>): 'taken' | 'gone' {
  if ('failure' in sent) {
    if (sent.failure === 'private_address' || sent.failure === 'bad_url') return 'gone';
    throw new ProviderError('push', 'unreachable', { code: sent.failure });
  }
  if (sent.code >= 200 && sent.code < 300) return 'taken';
  if (sent.code === 404 || sent.code === 410) return 'gone';
  throw new ProviderError('push', 'refused', { code: String(sent.code), message: sent.answer.slice(0, 200) });
}

function readToken(token: string): z.output<typeof subscription> | undefined {
  try {
    return subscription.safeParse(JSON.parse(token)).data;
  } catch {
    return undefined;
  }
}

/** Nothing can be sealed for a key that is no point of the curve. */
function isOnCurve(publicKey: string): boolean {
  try {
    ECDH.convertKey(publicKey, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

/** A name is looked up, and its addresses are checked, when a message is posted. */
function mayReach({ protocol, hostname, username, password }: URL, isPrivateAllowed: boolean): boolean {
  if (username !== '' || password !== '') return false;
  if (isPrivateAllowed) return protocol === 'https:' || protocol === 'http:';
  const host = hostname.replace(/^\[|\]$/g, '');
  return protocol === 'https:' && (isIP(host) === 0 ? host.includes('.') : !isPrivateAddress(host));
}

/** The public half of a private key of P-256, both base64url. */
export function publicHalf(privateKey: string): string {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey, 'base64url');
  return pair.getPublicKey('base64url');
}
