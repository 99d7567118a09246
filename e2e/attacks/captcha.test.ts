import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { anyAddress, captcha, codeOf, isLong, newEmail, password, post, register, sandbox, stack } from './attacker.ts';

const field = 'g-recaptcha-response';
const signUp = async (email: string, token: Readonly<Record<string, string>>, from = anyAddress()) =>
  post('/signup', { email, password, is_agree_terms: '1', ...token }, { from });

/** Registering succeeds with an e-mail address that has no account. */
async function isFree(email: string): Promise<boolean> {
  return codeOf(await signUp(email, await captcha('signup'))) === 'success';
}

describe('a captcha token is good for one call', () => {
  test('used twice, or by many at once on two servers, it lets one in', async () => {
    const token = await captcha('signup');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        post(
          '/signup',
          { email: newEmail(), password, is_agree_terms: '1', ...token },
          index % 2 === 0 ? { from: anyAddress() } : {},
        ),
      ),
    );
    expect(answers.filter(({ body }) => body.success === 1)).toHaveLength(1);
    expect(codeOf(await signUp(newEmail(), token))).toBe('WRONG_CAPTCHA');
  });

  test.each([
    ['of another action', () => captcha('order')],
    ['of no action at all', async () => ({ [field]: randomUUID() })],
    ['that is missing', async () => ({})],
    ['that is empty', async () => ({ [field]: '' })],
    ['that is longer than any', async () => ({ [field]: 'x'.repeat(4096) })],
    ['of a page elsewhere', async () => ({ [field]: await tokenOf('https://evil.example') })],
  ])('a token %s signs no client in', async (_what, make) => {
    const email = newEmail();
    const answer = await signUp(email, await make());
    expect([answer.body.success, answer.body.access]).toEqual([0, '']);
    expect(await isFree(email)).toBe(true);
  });
});

describe('a verifier that fails lets no caller in', () => {
  const faults = [
    'error',
    'non_json',
    'reject',
    'drop_answer',
    ...(isLong ? (['hang', 'late'] as const) : []),
  ] as const;
  test.each(faults)('%s', async (fault) => {
    const email = newEmail();
    const token = await captcha('signup');
    await sandbox.makeFault({ provider: 'captcha', fault, count: 1, delay_ms: 8_000 });
    expect(codeOf(await signUp(email, token))).toBe('WRONG_CAPTCHA');
    // The token was spent all the same.
    expect(codeOf(await signUp(email, token))).toBe('WRONG_CAPTCHA');
    expect(await isFree(email)).toBe(true);
  });
});

test('every call that the API description gives a captcha refuses to do without', async () => {
  const description = apiDocument.parse(await (await fetch(`${stack.direct}/docs/json`)).json());
  const guarded = Object.entries(description.paths).filter(([, { post: call }]) =>
    JSON.stringify(call ?? '').includes(field),
  );
  expect(guarded.length).toBeGreaterThanOrEqual(7);
  const { access } = await register({ isConfirmed: true });
  const form = {
    email: newEmail(),
    password,
    phone: '+442079460958',
    uuid: randomUUID(),
    code: '123456',
    message: 'Where are my coins?',
    is_agree_terms: '1',
    payin_currency: 'EUR',
    payin_group: 'card',
    payin_amount: '250',
    payout_currency: 'BTC',
    payout_group: 'bitcoin',
    dst_address: await sandbox.outsideAddress('bitcoin'),
    is_agree_rate: '1',
    is_agree_name: '1',
  };
  for (const [path] of guarded) {
    const answer = await post(path, form, { access, from: anyAddress() });
    expect([answer.status < 500, answer.body.success === 1], path).toEqual([true, false]);
    expect(answer.text, path).toContain('WRONG_CAPTCHA');
  }
});

const apiDocument = z.looseObject({ paths: z.record(z.string(), z.looseObject({ post: z.unknown().optional() })) });

/** A token that the captcha provider gave to a page of another host. */
async function tokenOf(origin: string): Promise<string> {
  const response = await fetch(`${stack.sandbox}/captcha/execute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ site_key: 'sandbox-site-key', action: 'signup' }),
  });
  return z.object({ token: z.string() }).parse(await response.json()).token;
}
