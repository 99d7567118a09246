import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { codeLimits, devicesMax, emailParts, rowOf } from '../budgets/guesses.ts';
import { Refusal } from '../errors.ts';
import { createTestApp } from '../modules/auth/fixtures/create-test-app.ts';
import { requestRecovery } from '../modules/auth/send-recovery.ts';
import { recoveryRules } from '../modules/auth/tokens.ts';

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

/** A person has registered an address, and signed in on many devices, out again on the first. */
async function squat(): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  expect(await isSaid(ask('/signup', { email, password: theirs, ...agreed }))).toBe(true);
  for (const device_id of strangers) {
    const { body } = await ask('/signin', { email, password: theirs, device_id });
    expect(body.success).toBe(1);
    if (device_id === strangers[0]) await rig.call('/logout', { refresh: body.refresh }, body.access);
  }
  return email;
}

async function resetByLink(email: string): Promise<void> {
  expect(await isSaid(ask('/password/recovery', { email, device_id: 'own' }))).toBe(true);
  const token = await readLast(email, /token=([\w-]+)/);
  const fields = { token, new_password: own, new_password_repeat: own, ...agreed };
  expect(await isSaid(rig.call('/password/reset', fields))).toBe(true);
}

async function claimByCode(email: string): Promise<void> {
  const uuid = String((await ask('/signin/code/new', { email, device_id: 'own' })).body['uuid']);
  const code = await readLast(email, /\b(\d{6})\b/);
  const fields = { uuid, code, device_id: 'own', ...agreed };
  expect(await isSaid(ask('/signin/code', fields))).toBe(true);
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

test.each([
  ['a link', resetByLink],
  ['a code', claimByCode],
])('who only registered an address has nothing of its devices once the owner claims it by %s', async (_kind, claim) => {
  const email = await squat();
  await claim(email);
  rig.clock.advance(3_600_000);
  const most = codeLimits.codesPerHour;
  for (const path of ['/signin/code/new', '/password/recovery'])
    expect((await countPromised(path, email, strangers)).said).toBeLessThanOrEqual(most);
  expect(await countCompared(email, strangers)).toBe(rowOf('password').tries);
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

async function steal(): Promise<string> {
  const email = await squat();
  const now = rig.clock.now();
  await rig.db.updateTable('clients').set({ emailConfirmedAt: now }).where('email', '=', email).execute();
  return email;
}

test('who once knew the password has the passwords, codes and links of three devices, and what is promised is sent', async () => {
  const email = await steal();
  expect(await countCompared(email, strangers)).toBe(rowOf('password').tries * (1 + devicesMax));
  const most = codeLimits.codesPerHour * devicesMax;
  for (const path of ['/signin/code/new', '/password/recovery'])
    expect(await countPromised(path, email, strangers)).toEqual({ said: most, sent: most });
});

test('who once knew the password has nothing of its devices once it is another', async () => {
  const email = await steal();
  await countCompared(email, []);
  await resetByLink(email);
  // The owner is let in, though strangers used up the tries of the old one.
  expect(await isSaid(ask('/signin', { email, password: own, device_id: 'own' }))).toBe(true);
  expect(await countCompared(email, strangers)).toBe(rowOf('password').tries);
  expect(await isSaid(ask('/signin', { email, password: own, device_id: 'own' }))).toBe(true);
});

test('an owner on a new device has a link while strangers of other networks ask for theirs; one mailbox has an end', async () => {
  const email = await squat();
  const asked = async (ip: string) =>
    requestRecovery(rig.context, { email, language: 'en', ip }).then(
      () => 'sent',
      (error: unknown) => (error instanceof Refusal ? error.items[0]?.code : error),
    );
  const all = (ip: string, count: number) => Promise.all(Array.from({ length: count }, () => asked(ip)));
  for (const ip of ['192.0.2.1', '192.0.2.2', '2001:db8::1'])
    expect((await all(ip, 5)).filter((answer) => answer === 'sent')).toHaveLength(recoveryRules.max);
  expect(await asked('2001:db8::2'), 'the same network').toBe('TOO_MANY_REQUESTS');
  await rig.deliver();
  const before = rig.sent.length;
  expect(await asked('192.0.2.99')).toBe('sent');
  await rig.deliver();
  expect(rig.sent.slice(before).map(({ to }) => to)).toEqual([email]);
  for (let network = 3; network < 12; network += 1) await all(`192.0.2.${network}`, 3);
  await rig.deliver();
  expect(rig.sent.filter((sent) => sent.to === email && sent.text.includes('step=reset'))).toHaveLength(
    emailParts.link,
  );
  expect(await asked('192.0.2.98')).toBe('TOO_MANY_REQUESTS');
  // The owner's own devices have theirs.
  await rig.db.updateTable('clients').set({ emailConfirmedAt: rig.clock.now() }).where('email', '=', email).execute();
  expect(await isSaid(ask('/password/recovery', { email, device_id: strangers[1] ?? '' }))).toBe(true);
});
