import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { actAsAnotherCaller } from '../../../database/open-pool.ts';
import { createTestApp } from '../../auth/fixtures/create-test-app.ts';
import { confirmEmail } from '../store.ts';

const rig = await createTestApp();
afterAll(() => rig.close());

async function register(email = `${randomUUID()}@example.com`) {
  const fields = {
    email,
    password: 'correct horse battery',
    is_agree_terms: '1',
    'g-recaptcha-response': randomUUID(),
  };
  const { body } = await rig.call('/signup', fields);
  await rig.deliver();
  return { email, access: body.access, code: newestCode(email) };
}

function newestCode(email: string): string {
  const message = rig.sent.findLast((candidate) => candidate.to === email);
  return /\b(\d{6})\b/.exec(message?.subject ?? '')?.[1] ?? '';
}

const check = (access: string, code: string) => rig.call('/check_email_verification_code', { code }, access);
const send = (access: string, fields: Record<string, string> = {}) =>
  rig.call('/send_email_confirmation_link', fields, access);
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('C-14, 7-56 e-mail code', () => {
  test('the right code raises the level and confirms the address; a second click changes nothing', async () => {
    const { access, code } = await register();
    expect((await check(access, code)).body).toEqual({ success: 1, client_level: 'email_phone', errors: [] });
    expect((await check(access, code)).body).toEqual({ success: 1, client_level: 'email_phone', errors: [] });
    const client = await rig.call('/onramp/client', {}, access);
    expect(client.body['client']).toMatchObject({ limit_level: 'email_phone' });
  });

  test('a code may be typed with spaces', async () => {
    const { access, code } = await register();
    expect((await check(access, ` ${code.slice(0, 3)} ${code.slice(3)}`)).body).toMatchObject({ success: 1 });
  });

  test('a wrong code is refused; after five even the right one is', async () => {
    const { access, code } = await register();
    for (let round = 0; round < 5; round += 1)
      expect((await check(access, other(code))).body).toMatchObject({
        success: 0,
        client_level: 'unverified',
        errors: [{ code: 'CODE_WRONG', field: 'code', text: 'That code doesn’t match. Check the newest e-mail.' }],
      });
    expect((await check(access, code)).body).toMatchObject({ success: 0, errors: [{ code: 'CODE_TOO_MANY' }] });
  });

  test('forty guesses at once count five', async () => {
    const { access, code } = await register();
    const guesses = Array.from({ length: 40 }, () => check(access, other(code)));
    const codes = (await Promise.all(guesses)).map((answer) => answer.body.errors[0]?.code);
    expect(codes.filter((found) => found === 'CODE_WRONG')).toHaveLength(5);
    expect(codes.filter((found) => found === 'CODE_TOO_MANY' || found === 'TOO_MANY_REQUESTS')).toHaveLength(35);
  });

  test('a code lives ten minutes', async () => {
    const { access, code } = await register();
    rig.clock.advance(10 * 60_000);
    expect((await check(access, code)).body).toMatchObject({ errors: [{ code: 'CODE_EXPIRED' }] });
  });

  test('only the newest code counts', async () => {
    const { email, access, code } = await register();
    rig.clock.advance(61_000);
    await send(access);
    await rig.deliver();
    const newest = newestCode(email);
    if (newest !== code) expect((await check(access, code)).body).toMatchObject({ success: 0 });
    expect((await check(access, newest)).body).toMatchObject({ success: 1 });
  });

  test('one that a server made whose clock was ahead hides none of now, and is none', async () => {
    const { email, access, code } = await register();
    rig.clock.advance(61_000);
    const sentAt = rig.clock.now();
    await send(access);
    await rig.deliver();
    const [createdAt, expiresAt] = [60, 70].map((minutes) => new Date(sentAt.getTime() + minutes * 60_000));
    const codes = rig.db.updateTable('confirmationCodes').set({ createdAt, expiresAt }).where('target', '=', email);
    expect((await codes.where('createdAt', '=', sentAt).executeTakeFirst()).numUpdatedRows).toBe(1n);
    const ahead = newestCode(email);
    if (ahead !== code) expect((await check(access, ahead)).body).toMatchObject({ errors: [{ code: 'CODE_WRONG' }] });
    expect((await check(access, code)).body).toMatchObject({ success: 1 });
  });

  test('the code of one client does not work for another', async () => {
    const [first, second] = [await register(), await register()];
    const foreign = first.code === second.code ? other(first.code) : first.code;
    expect((await check(second.access, foreign)).body).toMatchObject({ success: 0 });
  });

  test('neither codes nor the contents of e-mails are stored in clear', async () => {
    const client = await register();
    const codes = await rig.db.selectFrom('confirmationCodes').selectAll().execute();
    expect(JSON.stringify(codes)).not.toContain(`"${client.code}"`);
    await rig.call('/signup', {
      email: 'sealed@example.com',
      password: 'correct horse battery',
      is_agree_terms: '1',
      'g-recaptcha-response': randomUUID(),
    });
    const messages = () =>
      rig.db.selectFrom('letters').select('parameters').where('recipient', '=', 'sealed@example.com').execute();
    const before = JSON.stringify(await messages());
    await rig.deliver();
    expect(before).not.toContain(newestCode('sealed@example.com'));
    expect(await messages()).toEqual([{ parameters: {} }]);
  });
});

test('of two transactions that claim one address the second waits and sees it taken', async () => {
  await register('claim-one@example.com');
  await register('claim-two@example.com');
  const rows = await rig.db.selectFrom('clients').select('clientId').where('email', 'like', 'claim-%').execute();
  const claim = { email: 'claimed@example.com', level: 'email_phone' as const, confirmedAt: rig.clock.now() };
  const [first, second] = rows.map(({ clientId }) => ({ ...claim, clientId }));
  if (first === undefined || second === undefined) throw new Error('the clients are missing');
  let late: Promise<boolean> | undefined;
  await rig.db.transaction().execute(async (transaction) => {
    expect(await confirmEmail(transaction, first)).toBe(true);
    late = actAsAnotherCaller('the second of two', () =>
      rig.db.transaction().execute((other) => confirmEmail(other, second)),
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  expect(await late).toBe(false);
});

describe('C-13, 7-55 sending a code', () => {
  test('the next one after a minute, three an hour', async () => {
    const { access, email } = await register();
    const early = await send(access);
    expect(early.body).toMatchObject({
      success: 0,
      next_email_request_in_sec: 60,
      errors: [{ code: 'CODE_TOO_MANY' }],
    });
    expect(early.body.errors[0]?.text).toBe('You can ask for a new code in 60 seconds.');
    for (let round = 0; round < 2; round += 1) {
      rig.clock.advance(60_000);
      expect((await send(access)).body).toMatchObject({ success: 1, errors: [] });
    }
    rig.clock.advance(60_000);
    const fourth = await send(access);
    expect(fourth.body).toMatchObject({ success: 0, next_email_request_in_sec: 3600 - 3 * 60 });
    rig.clock.advance(3_600_000 - 3 * 60_000);
    const later = await rig.call('/signin', {
      email,
      password: 'correct horse battery',
      'g-recaptcha-response': randomUUID(),
    });
    expect((await send(later.body.access)).body).toMatchObject({ success: 1 });
  });

  test('twenty requests at once send one e-mail', async () => {
    const { email, access } = await register();
    rig.clock.advance(61_000);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(access)));
    expect(answers.filter((answer) => answer.body['success'] === 1)).toHaveLength(1);
    await rig.deliver();
    expect(rig.sent.filter((message) => message.to === email)).toHaveLength(2);
  });

  test('another address may be confirmed instead, and becomes the client’s', async () => {
    const { access } = await register();
    rig.clock.advance(61_000);
    expect((await send(access, { email: 'Better@Example.com' })).body).toMatchObject({ success: 1 });
    await rig.deliver();
    expect((await check(access, newestCode('better@example.com'))).body).toMatchObject({ success: 1 });
    const client = await rig.call('/onramp/client', {}, access);
    expect(client.body['client']).toMatchObject({ email: 'better@example.com' });
  });

  test('two clients who confirm one address at once: one gets it, the other is refused', async () => {
    const pair = [await register(), await register()];
    rig.clock.advance(61_000);
    const codes: string[] = [];
    for (const { access } of pair) {
      await send(access, { email: 'shared@example.com' });
      await rig.deliver();
      codes.push(newestCode('shared@example.com'));
    }
    const answers = await Promise.all(pair.map(({ access }, index) => check(access, codes[index] ?? '')));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect(answers.map((answer) => answer.body.errors[0]?.code ?? 'fine').toSorted()).toEqual(['EMAIL_TAKEN', 'fine']);
  });

  test('an address of another account gets no e-mail, and the caller cannot see the difference', async () => {
    const owner = await register('owner@example.com');
    const { access } = await register();
    rig.clock.advance(61_000);
    const free = await register();
    rig.clock.advance(61_000);
    const sent = rig.sent.length;
    const taken = await send(access, { email: owner.email });
    expect(taken.text).toBe((await send(free.access, { email: 'free@example.com' })).text);
    await rig.deliver();
    expect(rig.sent.slice(sent).map((message) => message.to)).toEqual(['free@example.com']);
  });

  test('a confirmed address is not sent codes, and not changed here', async () => {
    const { access, code, email } = await register();
    await check(access, code);
    rig.clock.advance(61_000);
    const sent = rig.sent.length;
    expect((await send(access)).body).toMatchObject({ success: 1, next_email_request_in_sec: 0 });
    expect((await send(access, { email: 'thief@example.com' })).body).toMatchObject({
      success: 0,
      errors: [{ code: 'REQUIRED', field: 'password' }],
    });
    await rig.deliver();
    expect(rig.sent.length).toBe(sent);
    expect((await rig.call('/onramp/client', {}, access)).body['client']).toMatchObject({ email });
  });

  test('C-02 a visitor is answered a language only', async () => {
    const { body } = await rig.call('/onramp/client', {});
    expect(body['client']).toMatchObject({ is_authorized: 0, lang: 'eng', email: '', nice_id: '', country_by_ip: '' });
  });
});
