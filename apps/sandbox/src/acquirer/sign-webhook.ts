import { createHmac } from 'node:crypto';

/** The signature header of a webhook: `t` unix seconds, `kid` the key's name, `v1` hex HMAC-SHA256 over "t.body". */
export function signWebhook(secret: string, body: string, seconds: number): string {
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},kid=k1,v1=${mac}`;
}
