import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { z } from 'zod';

const answer = z.object({ challenge: z.string() });

/**
 * A captcha token of a product that requires a proof of work, made as its page makes one.
 *
 * @param productUrl where the product listens
 * @param action what the token is for
 */
export async function solveCaptcha(productUrl: string, action: string): Promise<string> {
  const response = await fetch(`${productUrl}/captcha/challenge`, {
    method: 'POST',
    headers: { 'x-requested-with': 'XMLHttpRequest' },
    body: new URLSearchParams({ action }),
    signal: AbortSignal.timeout(10_000),
  });
  return solveCaptchaText(answer.parse(await response.json()).challenge);
}

/** The token for a challenge, given as its JSON text. */
export async function solveCaptchaText(text: string): Promise<string> {
  const challenge = z.custom<Challenge>().parse(JSON.parse(text));
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error('The challenge has no solution.');
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
