import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestApp } from '../auth/fixtures/create-test-app.ts';
import { budgetOf } from '../../budgets/budgets.ts';
import { emailParts } from '../../budgets/guesses.ts';
import { reserveCounters } from '../../budgets/reserve-attempt.ts';
import { closeSupportCase, listSupportCases, readSupportCase } from '../operating/support-cases.ts';
import { judgeOrder, supportAddress } from './open-case.ts';

const rig = await createTestApp();
afterAll(() => rig.close());
const { context, db } = rig;

const captcha = () => ({ 'g-recaptcha-response': randomUUID() });
const write = (fields: Record<string, string>, access?: string) =>
  rig.call('/support/cases/new', { ...captcha(), ...fields }, access);
const numberOf = ({ body }: Awaited<ReturnType<typeof write>>) => String(body['number']);
const errorsOf = ({ body }: Awaited<ReturnType<typeof write>>) =>
  body.errors.map(({ code, field }) => `${code} ${field}`.trim());

async function register() {
  const email = `${randomUUID()}@example.com`;
  const { body } = await rig.call('/signup', {
    email,
    password: 'correct horse battery',
    is_agree_terms: '1',
    ...captcha(),
  });
  return { email, access: body.access };
}

describe('C-89 a message to support is kept as a case', () => {
  test('a client’s own address is used, and the support address gets an e-mail', async () => {
    const { email, access } = await register();
    const sent = await write({ message: ' Where are\nmy <b>coins</b>? ' }, access);
    expect(sent.body).toMatchObject({ success: 1, email, number: expect.stringMatching(/^S-\d{4} \d{4}$/) });
    await rig.deliver();
    const message = rig.sent.findLast(({ to }) => to === 'support@example.com');
    expect(message?.subject).toContain(numberOf(sent));
    expect(message?.text).toContain(`From ${email}: Where are\nmy <b>coins</b>?`);
  });

  test('a visitor says where the answer goes; an empty message and a page as the form’s target are refused', async () => {
    expect(errorsOf(await write({ message: 'Hello' }))).toEqual(['REQUIRED email']);
    expect(errorsOf(await write({ message: ' \n ', email: 'ada@example.com' }))).toEqual([
      expect.stringContaining('message'),
    ]);
    // An order that there is not is left out.
    const sent = await write({ message: 'Hello', email: 'Ada@example.com', nice_id: 'CW7Q2M9V4T8K1N5X3B' });
    expect(sent.body).toMatchObject({ success: 1, email: 'ada@example.com' });
    expect(supportAddress('https://help.example')).toBeUndefined();
  });

  test('each is read by a person: floods end by client, by address of the answer and for everybody', () => {
    const { targets, everybody } = budgetOf('openSupportCase');
    expect(Object.keys(targets ?? {})).toEqual(['client', 'email']);
    expect(everybody?.max).toBeLessThanOrEqual(60);
    expect(rig.captcha.asked.some(({ action }) => action === 'support')).toBe(true);
  });

  test('an operator lists, reads with a reason and closes it, and that is written down', async () => {
    const { email, access } = await register();
    const number = numberOf(await write({ message: 'My card is gone' }, access));
    const listed = (await listSupportCases(context)).flat();
    expect(listed).toContain(number);
    expect(listed.join()).not.toContain('My card');
    const as = { number: number.replace('-', '').toLowerCase(), operator: 'grace' };
    await expect(readSupportCase(context, { ...as, reason: ' ' })).rejects.toThrow('reason is empty');
    const read = await readSupportCase(context, { ...as, reason: 'to answer' });
    expect(Object.fromEntries(read)).toMatchObject({ from: email, message: 'My card is gone', order: 'none' });
    expect(Object.fromEntries(read)['address']).toBe('the client’s own, which nobody has confirmed');
    await closeSupportCase(context, as);
    expect((await listSupportCases(context)).flat()).not.toContain(number);
    await expect(closeSupportCase(context, as)).rejects.toThrow('No open case');
    const rows = await db
      .selectFrom('operatorActions')
      .select('action')
      .where('subject', '=', number)
      .orderBy('at')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(['support_read', 'support_closed']);
  });

  test('an operator sees whether the answer goes to the client’s own e-mail address', async () => {
    const { email, access } = await register();
    await db.updateTable('clients').set({ emailConfirmedAt: context.clock.now() }).where('email', '=', email).execute();
    const said = async (fields: Record<string, string>, as?: string) => {
      const number = numberOf(await write({ message: 'My card is gone', ...fields }, as));
      return readSupportCase(context, { number, operator: 'grace', reason: 'to answer' });
    };
    const other = `${randomUUID()}@example.com`;
    for (const [sent, whose] of [
      [{}, 'the client’s own'],
      [{ email: email.toUpperCase() }, 'the client’s own'],
      [{ email: other }, 'another'],
    ] as const)
      expect(await said(sent, access)).toContainEqual(['address', whose]);
    // A visitor has none to compare with, also who writes from a client's.
    const visitors = await said({ email });
    expect(visitors).toContainEqual(['client', 'a visitor']);
    expect(visitors.map(([name]) => name)).not.toContain('address');
  });

  test('the e-mail to the operator says who writes before what is written: anybody can enter an address', async () => {
    const [ada, other] = [await register(), await register()];
    const now = context.clock.now();
    await db.updateTable('clients').set({ emailConfirmedAt: now }).where('email', '=', ada.email).execute();
    const introduce = async (fields: Record<string, string>, as?: string) => {
      const number = numberOf(await write({ message: 'The order is the writer’s own.', ...fields }, as));
      await rig.deliver();
      const text = rig.sent.findLast(({ subject }) => subject.includes(number))?.text ?? '';
      return text.slice(0, text.indexOf('From '));
    };
    expect(await introduce({}, ada.access)).toContain(
      `${ada.email} is the client’s own confirmed address. It names no`,
    );
    expect(await introduce({}, other.access)).toContain('the client’s own address, which nobody has confirmed');
    expect(await introduce({ email: ada.email }, other.access)).toContain(`${ada.email} is not that client’s address`);
    expect(await introduce({ email: ada.email })).toContain(`not signed in: anybody can enter ${ada.email}`);
  });

  test('visitors crowd out no client: the operator gets the client’s, and an alarm for what it does not get', async () => {
    const ada = await register();
    const now = context.clock.now();
    await db.updateTable('clients').set({ emailConfirmedAt: now }).where('email', '=', ada.email).execute();
    const alarms = db.selectFrom('alarms').select(['kind', 'subject']).where('clearedAt', 'is', null);
    expect(await alarms.execute()).toEqual([]);
    for (let count = 0; count < emailParts.strangers + 2; count += 1)
      await write({ message: 'Hello', email: `${randomUUID()}@example.com` });
    await rig.deliver();
    expect(await alarms.execute()).toEqual([{ kind: 'support_unsent', subject: 'support' }]);
    const number = numberOf(await write({ message: 'My money did not come' }, ada.access));
    await rig.deliver();
    expect(rig.sent.filter(({ subject }) => subject.includes(number))).toHaveLength(1);
    // Past their own part, too, the clients' are sent when there is room.
    const full = { what: 'letter question', by: 'recipient', value: 'support@example.com', isByTheClock: true };
    const room = { ...full, tries: emailParts.question, seconds: 3600 };
    const fill = (): Promise<void> => reserveCounters(context, [room]).then(fill, () => undefined);
    await fill();
    const later = numberOf(await write({ message: 'And now?' }, ada.access));
    await rig.deliver();
    expect(rig.sent.filter(({ subject }) => subject.includes(later))).toEqual([]);
    rig.clock.advance(3_600_000);
    await rig.deliver();
    expect(rig.sent.filter(({ subject }) => subject.includes(later))).toHaveLength(1);
  });

  test.each([
    ['the writer’s own', { orderClientId: 'a', clientId: 'a' }, 'own'],
    ['another client’s', { orderClientId: 'b', clientId: 'a' }, 'another'],
    ['one without an account, named by a visitor', { orderClientId: null, clientId: undefined }, 'another'],
    ['one without an account', { orderClientId: null, clientId: null }, 'another'],
  ] as const)('an order is %s', (_name, row, whose) => expect(judgeOrder(row)).toBe(whose));
});
