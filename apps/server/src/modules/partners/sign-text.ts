import { createHmac } from 'node:crypto';
import type { WebhookSecret } from './webhook-secrets.ts';

/**
 * The signature of what a partner is told, `t=<Unix seconds>,kid=<key id>,v1=<hex>`, with one pair of `kid` and `v1`
 * for every secret that lives: HMAC-SHA-256 over the time, a dot and the text exactly as it is sent.
 */
export function signText(secrets: readonly WebhookSecret[], text: string, at: Date): string {
  const time = Math.floor(at.getTime() / 1000);
  const signed = secrets.map(({ keyId, secret }) => {
    const mac = createHmac('sha256', secret).update(`${time}.${text}`).digest('hex');
    return `kid=${keyId},v1=${mac}`;
  });
  return [`t=${time}`, ...signed].join(',');
}
