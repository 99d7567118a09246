import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp } from './fixtures/create-test-app.ts';

const rig = await createTestApp();
afterAll(() => rig.close());
beforeEach(() => {
  rig.captcha.answer = async () => true;
});

const password = 'correct horse battery';
const person = (email: string) => ({
  email,
  password,
  is_agree_terms: '1',
  'g-recaptcha-response': `token-${randomUUID()}`,
});
const countClients = async () => (await rig.db.selectFrom('clients').selectAll().execute()).length;

describe('C-06 registration', () => {
  test('A-061 signs in at level unverified and sends a code', async () => {
    const answer = await rig.call('/signup', { ...person('Anna@Example.com'), lang: 'uk', device_name: 'Phone' });
    expect(answer.body).toMatchObject({ success: 1, biometric_token: '', biometric_token_expiration_at: null });
    const client = await rig.call('/onramp/client', {}, answer.body.access);
    expect(client.body['client']).toMatchObject({
      is_authorized: 1,
      email: 'anna@example.com',
      limit_level: 'unverified',
      lang: 'ukr',
      is_basic_verify_enabled: 1,
    });
    await rig.deliver();
    expect(rig.sent.at(-1)).toMatchObject({ to: 'anna@example.com' });
    expect(rig.sent.at(-1)?.subject).toMatch(/^\d{6} — ваш код/);
    expect(rig.sent.at(-1)?.html).toContain('/uk/verification/email?code=');
  });

  test('without consent nothing happens, not even to the captcha token', async () => {
    const before = await countClients();
    const asked = rig.captcha.asked.length;
    const answer = await rig.call('/signup', { ...person('noterms@example.com'), is_agree_terms: '0' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      success: 0,
      access: '',
      refresh: '',
      errors: [{ code: 'TERMS_REQUIRED', field: 'is_agree_terms' }],
    });
    expect([await countClients(), rig.captcha.asked.length]).toEqual([before, asked]);
  });

  test.each([
    ['en', 'is easy to guess'],
    ['es', 'fácil de adivinar'],
    ['uk', 'легко вгадати'],
  ])('ASVS V6.2.4, V6.2.11, V6.2.12 an easy password is refused at its field, in %s', async (language, text) => {
    await rig.call('/signup', person('guessable@example.com'));
    const before = await countClients();
    for (const easy of ['password123', 'Causeway99', 'guessable1']) {
      const [fresh, taken] = await Promise.all(
        [`guessable@${language}.example`, 'guessable@example.com'].map((email) =>
          rig.app.inject({
            method: 'POST',
            url: '/signup',
            headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': language },
            payload: new URLSearchParams({ ...person(email), password: easy }).toString(),
          }),
        ),
      );
      expect(fresh?.json()).toMatchObject({
        success: 0,
        access: '',
        errors: [{ code: 'PASSWORD_COMMON', field: 'password' }],
      });
      expect(fresh?.body).toContain(text);
      // Whether the address has an account makes no difference.
      const comparable = (answer: typeof fresh) => ({ ...Object(answer?.json()), request_id: '' });
      expect(comparable(taken)).toEqual(comparable(fresh));
    }
    expect(await countClients()).toBe(before);
  });

  test.each([
    ['capitals', 'twin@example.com', 'TWIN@Example.COM'],
    ['composed and decomposed letters', 'twin2@example.com', 'ｔwin2@example.com'],
  ])('twins by %s are one account', async (_name, first, second) => {
    expect((await rig.call('/signup', person(first))).body).toMatchObject({ success: 1 });
    const before = await countClients();
    const answer = await rig.call('/signup', person(second));
    expect([200, 400]).toContain(answer.status);
    expect(await countClients()).toBe(before);
  });

  test('a taken address with its password signs in', async () => {
    await rig.call('/signup', person('again@example.com'));
    const before = await countClients();
    expect((await rig.call('/signup', person('again@example.com'))).body).toMatchObject({ success: 1 });
    expect(await countClients()).toBe(before);
  });

  test('a taken address with another password is answered like a wrong sign-in', async () => {
    await rig.call('/signup', person('taken@example.com'));
    const up = await rig.call('/signup', { ...person('taken@example.com'), password: 'another password' });
    const inside = await rig.call('/signin', { ...person('taken@example.com'), password: 'another password' });
    expect(up.status).toBe(inside.status);
    expect(up.body).toMatchObject({ success: 0, access: '', refresh: '', errors: [{ code: 'WRONG_CREDENTIALS' }] });
    expect(up.text).not.toContain('taken');
    expect(Object.keys(up.body)).toEqual(Object.keys(inside.body));
  });

  test('ten requests at once for one new address make one client', async () => {
    const before = await countClients();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => rig.call('/signup', person('parallel@example.com'))),
    );
    expect(answers.map((answer) => answer.body['success'])).toEqual(Array.from({ length: 10 }, () => 1));
    expect(await countClients()).toBe(before + 1);
  });

  test('an unknown partner key is left out', async () => {
    const answer = await rig.call('/signup', { ...person('partnered@example.com'), partner_key: 'pk_nobody' });
    expect(answer.body).toMatchObject({ success: 1 });
  });
});

describe('C-07 sign-in', () => {
  test('A-062 an unknown address and a wrong password get one answer', async () => {
    await rig.call('/signup', person('known@example.com'));
    const wrong = await rig.call('/signin', { ...person('known@example.com'), password: 'wrong password' });
    const unknown = await rig.call('/signin', { ...person('unknown@example.com'), password: 'wrong password' });
    expect(wrong.status).toBe(200);
    expect(unknown.text).toBe(wrong.text);
    expect(wrong.body).toMatchObject({ success: 0, errors: [{ code: 'WRONG_CREDENTIALS', type: 'danger' }] });
  });

  test('known and unknown addresses take the same time', async () => {
    const rounds = Array.from({ length: 25 }, (_, round) => round);
    for (const round of rounds) await rig.call('/signup', person(`timed${round}@example.com`));
    const time = async (email: string) => {
      const start = performance.now();
      await rig.call('/signin', { ...person(email), password: 'wrong password' });
      return performance.now() - start;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (const round of rounds) {
      known.push(await time(`timed${round}@example.com`));
      unknown.push(await time(`nobody${round}@example.com`));
    }
    // Chance that a random known sample is slower than a random unknown one: 0.5 reveals nothing.
    const slower = known.flatMap((a) => unknown.map((b) => (a > b ? 1 : 0)));
    const share = slower.reduce<number>((sum, one) => sum + one, 0) / slower.length;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.8);
  });

  test('a flood of passwords is turned away with 429 and Retry-After, the others are served', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        rig.call('/signin', { ...person(`flood${index}@example.com`), password: 'wrong password' }),
      ),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(18);
  });

  test('the password is kept as argon2id with 19 MiB and two passes', async () => {
    await rig.call('/signup', person('hashed@example.com'));
    const row = await rig.db
      .selectFrom('clients')
      .select('passwordHash')
      .where('email', '=', 'hashed@example.com')
      .executeTakeFirstOrThrow();
    expect(row.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('8-03 captcha', () => {
  const wrong = { success: 0, access: '', errors: [{ code: 'WRONG_CAPTCHA', text: 'Wrong recaptcha, prease repeat' }] };

  test('a missing token is refused', async () => {
    const { 'g-recaptcha-response': _token, ...fields } = person('nocaptcha@example.com');
    expect((await rig.call('/signup', fields)).body).toMatchObject(wrong);
  });

  test('a token works once, whatever came of it', async () => {
    const fields = person('once@example.com');
    expect((await rig.call('/signin', fields)).body).toMatchObject({ errors: [{ code: 'WRONG_CREDENTIALS' }] });
    const asked = rig.captcha.asked.length;
    expect((await rig.call('/signin', fields)).body).toMatchObject(wrong);
    expect((await rig.call('/signup', fields)).body).toMatchObject(wrong);
    expect(rig.captcha.asked.length).toBe(asked);
  });

  test('ten uses at once of one token: one gets through', async () => {
    const fields = { ...person('race@example.com'), password: 'wrong password' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => rig.call('/signin', fields)));
    expect(answers.filter((answer) => answer.body.errors[0]?.code === 'WRONG_CREDENTIALS')).toHaveLength(1);
  });

  test('a token that the verifier refused is spent', async () => {
    rig.captcha.answer = async () => false;
    const fields = person('refused@example.com');
    expect((await rig.call('/signup', fields)).body).toMatchObject(wrong);
    rig.captcha.answer = async () => true;
    expect((await rig.call('/signup', fields)).body).toMatchObject(wrong);
  });

  test('the verifier is called with the action of the call', async () => {
    await rig.call('/signup', person('action@example.com'));
    expect(rig.captcha.asked.at(-1)?.action).toBe('signup');
    await rig.call('/signin', person('action@example.com'));
    expect(rig.captcha.asked.at(-1)?.action).toBe('signin');
  });
});
