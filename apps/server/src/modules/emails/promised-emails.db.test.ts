import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { countTry } from '../../budgets/reserve-attempt.ts';
import { createTestApp } from '../auth/fixtures/create-test-app.ts';
import { roomOf } from './queue-email.ts';

const rig = await createTestApp();
afterAll(() => rig.close());

const captcha = () => ({ 'g-recaptcha-response': randomUUID() });
const password = 'correct horse battery';
const newEmail = () => `${randomUUID()}@example.com`;

async function register() {
  const email = newEmail();
  const fields = { email, password, is_agree_terms: '1', device_id: `own ${email}`, ...captcha() };
  const { body } = await rig.call('/signup', fields);
  await rig.deliver();
  return { email, access: body.access, device_id: `own ${email}` };
}

/** A client whose address is confirmed. */
async function own() {
  const owner = await register();
  const { email } = owner;
  const now = rig.clock.now();
  await rig.db.updateTable('clients').set({ emailConfirmedAt: now }).where('email', '=', email).execute();
  return owner;
}

type Owner = Awaited<ReturnType<typeof register>>;
type Ask = (owner: Owner) => Promise<boolean>;

async function isSaid(answer: ReturnType<typeof rig.call>, said?: string): Promise<boolean> {
  const { body } = await answer;
  return said === undefined ? body.success === 1 : body.errors.some(({ code }) => code === said);
}

/** Everything that promises a code or a link, by the e-mail that brings it. */
const causes: Readonly<Record<string, { template: string; ask: Ask }>> = {
  'a stranger asks for a code that signs in': {
    template: 'signin-code',
    ask: ({ email }) => isSaid(rig.call('/signin/code/new', { email, ...captcha() })),
  },
  'a stranger asks for a link': {
    template: 'password-reset',
    ask: ({ email }) => isSaid(rig.call('/password/recovery', { email, ...captcha() })),
  },
  'the owner asks for a link, on a device of its own': {
    template: 'password-reset',
    ask: ({ email, device_id }) => isSaid(rig.call('/password/recovery', { email, device_id, ...captcha() })),
  },
  'the owner asks for a code that signs in, on a device of its own': {
    template: 'signin-code',
    ask: ({ email, device_id }) => isSaid(rig.call('/signin/code/new', { email, device_id, ...captcha() })),
  },
  'the owner’s session asks for the code of an act': {
    template: 'owner-code',
    ask: ({ access }) =>
      isSaid(rig.call('/send_email_confirmation_link', { email: newEmail(), password }, access), 'EMAIL_CODE_REQUIRED'),
  },
};

/** E-mails of a kind that an address has got. */
async function countSent(to: string, template: string): Promise<number> {
  await rig.deliver();
  const rows = await rig.db
    .selectFrom('letters')
    .select('sentAt')
    .where('recipient', '=', to)
    .where('template', '=', template)
    .execute();
  return rows.filter(({ sentAt }) => sentAt !== null).length;
}

describe('what is said to be sent is sent', () => {
  test('each answer of an hour is true, and strangers leave the owner’s codes', async () => {
    const owner = await own();
    const sent = new Map<string, number>();
    for (let round = 0; round < 4; round += 1) {
      rig.clock.advance(61_000);
      for (const [name, { template, ask }] of Object.entries(causes)) {
        const before = await countSent(owner.email, template);
        const said = await ask(owner);
        const more = (await countSent(owner.email, template)) - before;
        sent.set(name, (sent.get(name) ?? 0) + more);
        // A code that is valid is asked for again, and no other is sent.
        const isTrue = said ? more === 1 || (template === 'owner-code' && before === 3) : more === 0;
        expect([round, name, said, more, isTrue]).toEqual([round, name, said, more, true]);
      }
    }
    // Codes for strangers are counted with all others to the address.
    const strangers = { 'a stranger asks for a code that signs in': 2 };
    const three = Object.fromEntries(Object.keys(causes).map((name) => [name, 3]));
    expect(Object.fromEntries(sent)).toEqual({ ...three, ...strangers });
  });

  test('codes to a new address: past three an hour the answer says that none is sent', async () => {
    const [fresh, taken] = [newEmail(), (await own()).email];
    const answers = { [fresh]: '', [taken]: '' };
    for (let count = 0; count < 6; count += 1) {
      const { access } = await register();
      rig.clock.advance(61_000);
      for (const email of [fresh, taken]) {
        const before = await countSent(email, 'email-code');
        const sent = await isSaid(rig.call('/send_email_confirmation_link', { email }, access));
        answers[email] += sent ? 's' : 'r';
        if (email === fresh) expect((await countSent(email, 'email-code')) - before).toBe(sent ? 1 : 0);
        rig.clock.advance(61_000);
      }
    }
    expect(answers[fresh]).toBe('sssrrr');
    // Who has an account is not shown.
    expect(answers[taken]).toBe(answers[fresh]);
  });

  test('who registers an address gets a code after any number of strangers, or hears that there is none', async () => {
    const email = newEmail();
    for (let count = 0; count < 5; count += 1) {
      const { access } = await register();
      rig.clock.advance(61_000);
      await rig.call('/send_email_confirmation_link', { email }, access);
    }
    const before = await countSent(email, 'email-code');
    const signUp = () => rig.call('/signup', { email, password, is_agree_terms: '1', ...captcha() });
    const { body } = await signUp();
    expect([body.success, (await countSent(email, 'email-code')) - before]).toEqual([1, 1]);
    // A stranger who gives the address up again has used up the code that was its own.
    await rig.db.updateTable('clients').set({ email: newEmail() }).where('email', '=', email).execute();
    expect((await signUp()).body).toMatchObject({ success: 0, errors: [{ code: 'CODE_TOO_MANY' }] });
    rig.clock.advance(3_600_000);
    expect(await isSaid(signUp())).toBe(true);
  });

  test('no code or link is promised where its part has no room', async () => {
    const owner = await register();
    for (const room of [roomOf('code', owner.email), roomOf('link', owner.email)])
      while ((await countTry(rig.context, rig.db, room)) === 0) expect(room.tries).toBeGreaterThan(0);
    rig.clock.advance(61_000);
    const { email, access } = owner;
    const refusals = [
      await rig.call('/send_email_confirmation_link', {}, access),
      await rig.call('/signin/code/new', { email, ...captcha() }),
      await rig.call('/password/recovery', { email, ...captcha() }),
    ];
    const codes = refusals.map(({ body }) => body.errors[0]?.code);
    expect(codes).toEqual(['CODE_TOO_MANY', 'CODE_TOO_MANY', 'TOO_MANY_REQUESTS']);
  });

  test('a code that is over is not sent by a mail server that comes back', async () => {
    const email = newEmail();
    await rig.call('/signin/code/new', { email, ...captcha() });
    rig.clock.advance(11 * 60_000);
    await rig.deliver();
    expect(rig.sent.filter(({ to }) => to === email)).toEqual([]);
    const { withheldAt } = await rig.db
      .selectFrom('letters')
      .select('withheldAt')
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow();
    expect(withheldAt).not.toBeNull();
  });

  test('a client’s own address gets its code after any number of strangers', async () => {
    const owner = await register();
    const strangers = [];
    for (let count = 0; count < 12; count += 1) strangers.push(await register());
    rig.clock.advance(61_000);
    for (const { access } of strangers)
      expect((await rig.call('/send_email_confirmation_link', { email: owner.email }, access)).status).toBe(200);
    const before = await countSent(owner.email, 'email-code');
    expect(await isSaid(rig.call('/send_email_confirmation_link', { email: owner.email }, owner.access))).toBe(true);
    expect((await countSent(owner.email, 'email-code')) - before).toBe(1);
  });
});
