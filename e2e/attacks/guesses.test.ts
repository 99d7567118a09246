import { randomBytes, randomInt } from 'node:crypto';
import { queryRows } from '@causeway/testing/query-rows';
import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  anyAddress,
  captcha,
  codeOf,
  inTurns,
  isLong,
  newEmail,
  password,
  post,
  readCode,
  register,
  stack,
  type Answer,
} from './attacker.ts';

/** So many guesses, each from a fresh IP address. */
const guesses = isLong ? 10_000 : 160;
const atOnce = 8;
/** The right code is among the guesses, but after those that are allowed. */
const rightAt = 40;

interface Tally {
  successes: number;
  /** How many guesses each refusal ended. */
  refusals: Record<string, number>;
}

/** Guesses a code of six digits; the right one is also tried, repeatedly, once the allowed attempts are used up. */
async function guess(right: string, attempt: (code: string, from: string) => Promise<Answer>): Promise<Tally> {
  const tally: Tally = { successes: 0, refusals: {} };
  const wrong = () => {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    return code === right ? '000000' : code;
  };
  const one = async (index: number) => {
    const answer = await attempt(index >= rightAt && index % rightAt === 0 ? right : wrong(), anyAddress());
    const code = codeOf(answer);
    if (code === 'success') tally.successes += 1;
    else tally.refusals[code] = (tally.refusals[code] ?? 0) + 1;
  };
  // The allowed ones first, one by one, as an attacker would who knows the rules.
  await inTurns(rightAt, 1, one);
  await inTurns(guesses - rightAt, atOnce, (index) => one(index + rightAt));
  process.stdout.write(`${guesses} guesses: ${tally.successes} got in, ${JSON.stringify(tally.refusals)}\n`);
  return tally;
}

const attempts = (table: 'confirmation_codes' | 'order_confirmations', clientEmail: string) =>
  queryRows(
    stack.database,
    z.object({ attempts: z.coerce.number() }),
    `select max(attempts) as attempts from ${table} join clients using (client_id) where email = $1`,
    [clientEmail],
  );

describe('codes are guessed from many addresses', () => {
  test('5-36 the code of an e-mail', async () => {
    const { email, access } = await register();
    const right = await readCode(email);
    const attempt = (code: string, from: string) => post('/check_email_verification_code', { code }, { access, from });
    const { successes, refusals } = await guess(right, attempt);
    expect(successes).toBe(0);
    expect(refusals['CODE_WRONG']).toBe(5);
    expect(await attempts('confirmation_codes', email)).toEqual([{ attempts: 5 }]);
  });

  test('C-16 the code of a phone', async () => {
    const { email, access } = await register({ isConfirmed: true });
    const phone = `+4420794${randomInt(60_000, 69_999)}`;
    const sent = await post('/verification/phone/send_code', { phone, ...(await captcha('phone')) }, { access });
    expect(codeOf(sent)).toBe('success');
    const right = await readCode(phone);
    // A number has many spellings; a spelling brings no new attempts.
    const spell = () => (randomInt(2) === 0 ? phone : `${phone.slice(0, 5)} ${phone.slice(5)}`);
    const attempt = (code: string, from: string) =>
      post('/verification/phone/check_code', { phone: spell(), code }, { access, from });
    const { successes, refusals } = await guess(right, attempt);
    expect(successes).toBe(0);
    expect(refusals['CODE_WRONG']).toBe(5);
    expect(await attempts('confirmation_codes', email)).toEqual([{ attempts: 5 }]);
  });

  test('C-61 the code of the authenticator, with a session that was left open', async () => {
    const { access } = await register();
    const key = await enableTwoFactor(access);
    const right = generateSync({ secret: key, epoch: Math.floor(Date.now() / 1000) + 30 });
    const attempt = (code: string, from: string) =>
      post('/client/two_factor/disable', { password, code }, { access, from });
    const { successes, refusals } = await guess(right, attempt);
    expect(successes).toBe(0);
    expect(refusals['TWO_FACTOR_WRONG']).toBe(5);
  });

  test('A-062 the code of the authenticator, with a password that was stolen', async () => {
    const { email, access } = await register();
    const key = await enableTwoFactor(access);
    const attempt = async (code: string) => {
      const form = { email, password, code, device_id: 'thief', ...(await captcha('signin')) };
      return codeOf(await post('/signin', form, { from: anyAddress() }));
    };
    // One after the other: a right code that came before the last wrong one would correctly be accepted.
    const wrong = await inTurns(5, 1, () => attempt('000000'));
    expect(new Set(wrong)).toEqual(new Set(['TWO_FACTOR_WRONG']));
    const right = () => generateSync({ secret: key, epoch: Math.floor(Date.now() / 1000) + 30 });
    const refusals = await inTurns(isLong ? 300 : 7, 2, () => attempt(right()));
    expect(refusals.filter((code) => code === 'TWO_FACTOR_WRONG' || code === 'success')).toEqual([]);
  });

  test('A-063 the link for a new password', async () => {
    const attempt = (index: number) => {
      const token = index % 2 === 0 ? randomBytes(32).toString('base64url') : String(index);
      const form = { token, new_password: password, new_password_repeat: password };
      return post('/password/reset', form, { from: anyAddress() });
    };
    const refusals = await inTurns(isLong ? 10_000 : 60, atOnce * 3, async (index) => codeOf(await attempt(index)));
    expect(refusals.filter((code) => !['RECOVERY_LINK_OVER', 'TOO_MANY_REQUESTS'].includes(code))).toEqual([]);
  });

  test('C-32 the code that approves a payment from the balance', async () => {
    const email = 'client@example.com';
    const signIn = { email, password: 'causeway-demo-1', device_id: 'own-device' };
    const { access } = (await post('/signin', { ...signIn, ...(await captcha('signin')) }, { from: anyAddress() }))
      .body;
    const order = {
      payin_currency: 'EUR',
      payin_group: 'balance',
      payin_amount: '50',
      payout_currency: 'BTC',
      payout_group: 'balance',
      is_floating_rate: '1',
      is_agree_rate: '1',
      is_agree_name: '1',
    };
    const placed = await post('/onramp/o/new', { ...order, ...(await captcha('order')) }, { access });
    const { uuid } = z.looseObject({ uuid: z.uuid() }).parse(JSON.parse(placed.text));
    const right = await readCode(email);
    const attempt = async (code: string, from: string) =>
      post('/order/approve_withdrawal', { uuid, code, ...(await captcha('code')) }, { access, from });
    const { successes, refusals } = await guess(right, attempt);
    expect(successes).toBe(0);
    expect(refusals['CODE_WRONG']).toBe(5);
    expect(await attempts('order_confirmations', email)).toEqual([{ attempts: 5 }]);
  });
});

test('a password is guessed from many addresses: the tenth wrong one ends it, and the owner still gets in', async () => {
  const { email } = await register();
  const attempt = async (secret: string, device: string) =>
    codeOf(
      await post(
        '/signin',
        { email, password: secret, device_id: device, ...(await captcha('signin')) },
        { from: anyAddress() },
      ),
    );
  const refusals = await inTurns(isLong ? 2_000 : 30, 1, (index) => attempt(`guess number ${index}`, `thief-${index}`));
  expect(refusals.filter((code) => code === 'WRONG_CREDENTIALS')).toHaveLength(10);
  expect(await attempt(password, 'thief')).toBe('TOO_MANY_REQUESTS');
  expect(await attempt(password, 'own-device')).toBe('success');
});

test('forged forwarding headers bring no new budget where no proxy is trusted', async () => {
  const statuses = await inTurns(80, 4, async () => {
    const form = { email: newEmail(), ...(await captcha('recovery')) };
    return (await post('/password/recovery', form, { headers: { 'x-forwarded-for': anyAddress() } })).status;
  });
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(30);
  expect(statuses).toContain(429);
  const refused = await post('/password/recovery', { email: newEmail() }, { headers: { forwarded: 'for=192.0.2.1' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

async function enableTwoFactor(access: string): Promise<string> {
  const { text } = await post('/client/two_factor', {}, { access });
  const { key } = z.looseObject({ key: z.string() }).parse(JSON.parse(text));
  const enabled = await post(
    '/client/two_factor/enable',
    { password, key, code: generateSync({ secret: key }) },
    { access },
  );
  expect(codeOf(enabled)).toBe('success');
  return key;
}
