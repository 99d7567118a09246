import { generateSync } from 'otplib';
import { password } from './new-email.ts';

/** Switches two-factor on for the owner of a session, by calls. @returns the key of the authenticator */
export async function switchOnTwoFactor(productUrl: string, tokens: string): Promise<string> {
  const { access } = Object(JSON.parse(tokens));
  const post = async (path: string, form: Readonly<Record<string, string>>): Promise<Record<string, unknown>> => {
    const headers = { 'x-authorization': `Bearer ${String(access)}` };
    const response = await fetch(productUrl + path, { method: 'POST', headers, body: new URLSearchParams(form) });
    return Object(await response.json());
  };
  const key = String((await post('/client/two_factor', {}))['key']);
  const enabled = await post('/client/two_factor/enable', { key, code: generateSync({ secret: key }), password });
  if (enabled['success'] !== 1) throw new Error(`Two-factor was not switched on: ${JSON.stringify(enabled)}`);
  return key;
}

/**
 * A code that is accepted after the one that switched it on, which is used up: the one of the next half minute is valid
 * already.
 */
export function nextCode(key: string): string {
  return generateSync({ secret: key, epoch: Math.floor(Date.now() / 1000) + 30 });
}
