import { afterAll, describe, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { devicesMax, emailParts, rowOf } from '../budgets/guesses.ts';
import { countTry } from '../budgets/reserve-attempt.ts';
import { createTestApp } from '../modules/auth/fixtures/create-test-app.ts';
import { roomOf } from '../modules/emails/queue-email.ts';

const rig = await createTestApp();
afterAll(() => rig.close());

const [theirs, own] = ['squatter horse battery', 'a lamp in the attic'];
const agreed = { is_agree_terms: '1' };
const strangers = Array.from({ length: 5 }, (_, index) => `stranger-${index}`);
const ask = (path: string, fields: Readonly<Record<string, string>>) =>
  rig.call(path, { ...fields, 'g-recaptcha-response': randomUUID() });
const isSaid = async (answer: ReturnType<typeof ask>) => (await answer).body.success === 1;

async function readLast(email: string, pattern: RegExp): Promise<string> {
  await rig.deliver();
  const text = rig.sent.findLast((message) => message.to === email && pattern.test(message.text))?.text ?? '';
  return pattern.exec(text)?.[1] ?? expect.fail('no such e-mail');
}

/** A person who knows a password of the account has signed in on many devices, and out again on the first. */
async function signInEverywhere(email: string): Promise<void> {
  for (const device_id of strangers) {
    const { body } = await ask('/signin', { email, password: theirs, device_id });
    expect(body.success).toBe(1);
    if (device_id === strangers[0]) await rig.call('/logout', { refresh: body.refresh }, body.access);
  }
}

async function squat(): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  expect(await isSaid(ask('/signup', { email, password: theirs, ...agreed }))).toBe(true);
  await signInEverywhere(email);
  return email;
}

async function resetByLink(email: string): Promise<void> {
  expect(await isSaid(ask('/password/recovery', { email, device_id: 'own' }))).toBe(true);
  const token = await readLast(email, /token=([\w-]+)/);
  const fields = { token, new_password: own, new_password_repeat: own, ...agreed };
  expect(await isSaid(rig.call('/password/reset', fields))).toBe(true);
}

async function claimByCode(email: string): Promise<void> {
  const { body } = await ask('/signin/code/new', { email, device_id: 'own' });
  const code = await readLast(email, /\b(\d{6})\b/);
  expect(await isSaid(ask('/signin/code', { uuid: String(body['uuid']), code, device_id: 'own', ...agreed }))).toBe(
    true,
  );
}

/** How many wrong passwords are compared in a quarter of an hour. */
async function countCompared(email: string, devices: readonly string[]): Promise<number> {
  let compared = 0;
  for (const device_id of ['', ...devices])
    for (let time = 0; time < 11; time += 1) {
      const { body } = await ask('/signin', { email, password: `wrong ${time}`, device_id });
      if (body.errors[0]?.code === 'WRONG_CREDENTIALS') compared += 1;
    }
  return compared;
}

/** How often a code or a link is promised in an hour, and how many of them are sent. */
async function countPromised(path: string, email: string, devices: readonly string[]) {
  await rig.deliver();
  const sentBefore = rig.sent.length;
  let said = 0;
  for (let round = 0; round < 4; round += 1) {
    rig.clock.advance(61_000);
    for (const device_id of devices) if (await isSaid(ask(path, { email, device_id }))) said += 1;
  }
  await rig.deliver();
  return { said, sent: rig.sent.length - sentBefore };
}

const perHour = 3;

describe.each([
  ['a link', resetByLink],
  ['a code', claimByCode],
])('devices of who only registered an address are unknown once its owner claims it by %s', (_kind, claim) => {
  test('they have no codes, links or passwords of their own', async () => {
    const email = await squat();
    await claim(email);
    rig.clock.advance(3_600_000);
    expect((await countPromised('/signin/code/new', email, strangers)).said).toBeLessThanOrEqual(perHour);
    expect((await countPromised('/password/recovery', email, strangers)).said).toBeLessThanOrEqual(perHour);
    expect(await countCompared(email, strangers)).toBe(rowOf('password').tries);
  });
});

test('a sign-in from one of them, with the owner’s password, brings the owner an e-mail', async () => {
  const email = await squat();
  await resetByLink(email);
  await rig.deliver();
  for (const device_id of [strangers[0] ?? '', strangers[1] ?? '']) {
    const before = rig.sent.length;
    expect(await isSaid(ask('/signin', { email, password: own, device_id }))).toBe(true);
    await rig.deliver();
    expect(rig.sent.slice(before).map(({ to }) => to)).toEqual([email]);
  }
});

describe('who once knew the password, and signed in on many devices', () => {
  async function steal(): Promise<string> {
    const email = await squat();
    const now = rig.clock.now();
    await rig.db.updateTable('clients').set({ emailConfirmedAt: now }).where('email', '=', email).execute();
    return email;
  }

  test('has the passwords, codes and links of three devices, and what is promised is sent', async () => {
    const email = await steal();
    expect(await countCompared(email, strangers)).toBe(rowOf('password').tries * (1 + devicesMax));
    const most = perHour * devicesMax;
    for (const path of ['/signin/code/new', '/password/recovery'])
      expect(await countPromised(path, email, strangers)).toEqual({ said: most, sent: most });
  });

  test('has none once the password is another', async () => {
    const email = await steal();
    await resetByLink(email);
    // The owner is let in, though strangers used up the tries of the old one.
    expect(await isSaid(ask('/signin', { email, password: own, device_id: 'own' }))).toBe(true);
    expect(await countCompared(email, strangers)).toBe(rowOf('password').tries);
    expect(await isSaid(ask('/signin', { email, password: own, device_id: 'own' }))).toBe(true);
  });
});

test('a device that its owner signed out of, or whose token was used again, is still the owner’s', async () => {
  const email = `${randomUUID()}@example.com`;
  const { body } = await ask('/signup', { email, password: own, ...agreed, device_id: 'own' });
  const now = rig.clock.now();
  await rig.db.updateTable('clients').set({ emailConfirmedAt: now }).where('email', '=', email).execute();
  await countCompared(email, []);
  for (const endReason of ['logged out', 'refresh token reused']) {
    await rig.db.updateTable('sessions').set({ endedAt: now, endReason }).where('deviceId', '=', 'own').execute();
    expect(await isSaid(ask('/signin', { email, password: own, device_id: 'own' }))).toBe(true);
    await countCompared(email, []);
  }
  expect(body.success).toBe(1);
});

test.each([
  ['/signin/code/new', 'CODE_TOO_MANY'],
  ['/password/recovery', 'TOO_MANY_REQUESTS'],
])('%s says no where its part has no room', async (path, code) => {
  const email = `${randomUUID()}@example.com`;
  const room = roomOf('code', email);
  for (let count = 0; count < emailParts.code; count += 1) expect(await countTry(rig.context, rig.db, room)).toBe(0);
  expect((await ask(path, { email })).body.errors).toMatchObject([{ code }]);
});
