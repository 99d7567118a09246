import { createHmac } from 'node:crypto';
import type { WebhookSecret } from '../partners/webhook-secrets.ts';

/**
 * The signature of a notice, `t=<Unix seconds>,kid=<key id>,v1=<hex>`, with one pair of `kid` and `v1` for every
 * secret that lives: HMAC-SHA-256 over the time, a dot and the body exactly as it is sent.
 */
export function signNotice(secrets: readonly WebhookSecret[], body: string, now: Date): string {
  const time = Math.floor(now.getTime() / 1000);
  const signed = secrets.map(({ keyId, secret }) => {
    const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    return `kid=${keyId},v1=${mac}`;
  });
  return [`t=${time}`, ...signed].join(',');
}
