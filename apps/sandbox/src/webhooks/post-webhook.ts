import { createHmac } from 'node:crypto';

const answerTimeoutMilliseconds = 10_000;

/** The signature header of a webhook: `t` unix seconds, `kid` the key's name, `v1` hex HMAC-SHA256 over "t.body". */
export function signWebhook(secret: string, body: string, seconds: number): string {
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},kid=k1,v1=${mac}`;
}

/** Sends an event once. @returns the status of the answer */
export async function postWebhook(
  address: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<number | 'no answer'> {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerTimeoutMilliseconds),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 'no answer';
  }
}
