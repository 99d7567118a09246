import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { codeLimits, emailCap, emailParts } from '../../budgets/guesses.ts';
import { createTestApp } from '../auth/fixtures/create-test-app.ts';
import { queueEmail } from './queue-email.ts';
import { sendEmails } from './send-emails.ts';
import { type EmailTemplate, emailTemplateName, emailTemplates } from './templates.ts';

const rig = await createTestApp();
afterAll(() => rig.close());

const everyTemplate = emailTemplateName.options;
const newAddress = () => `${randomUUID()}@example.com`;

/** Parameters that the shape of a template allows. */
function sampleOf(template: EmailTemplate) {
  const shape: Readonly<Record<string, z.ZodType>> = emailTemplates[template].shape;
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => {
      if (field instanceof z.ZodEnum) return [name, field.options[0]];
      return [name, name === 'path' ? '/' : '1'];
    }),
  );
}

interface Message {
  template: EmailTemplate;
  isOfStranger?: boolean;
  clientId?: string | null;
}

/** Queues one to the address without sending it. */
async function queue(recipient: string, { template, isOfStranger = false, clientId = null }: Message): Promise<string> {
  let queued = '';
  const enqueue = async (_executor: unknown, _job: unknown, payload: unknown) => {
    const { letterId } = z.object({ letterId: z.string().default('') }).parse(payload);
    if (letterId !== '') queued = letterId;
  };
  const occasion = randomUUID();
  const parameters = sampleOf(template);
  const request = { template, parameters, recipient, language: 'en', clientId, occasion, isOfStranger };
  await queueEmail({ ...rig.context, jobs: { enqueue } }, rig.db, JSON.parse(JSON.stringify(request)));
  return queued;
}

/** Queues them and sends all at once. @returns the templates of those that went out */
async function sendAtOnce(recipient: string, messages: readonly Message[]): Promise<string[]> {
  const ids = await Promise.all(messages.map((message) => queue(recipient, message)));
  await Promise.all(ids.map((letterId) => sendEmails(rig.context, [{ letterId }])));
  const rows = await rig.db.selectFrom('letters').select(['letterId', 'template', 'sentAt']).execute();
  return rows.filter(({ letterId, sentAt }) => ids.includes(letterId) && sentAt !== null).map((row) => row.template);
}

const times = (count: number, message: Message) => Array.from({ length: count }, () => message);

describe('law 5: one cap for e-mails to an address, for all causes together', () => {
  test('news of money past the cap stands in the list at once, and is sent when there is room again', async () => {
    const email = newAddress();
    const fields = { email, password: 'correct horse battery', is_agree_terms: '1' };
    await rig.call('/signup', { ...fields, 'g-recaptcha-response': randomUUID() });
    const { clientId } = await rig.db
      .selectFrom('clients')
      .select('clientId')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const [count, left] = [emailParts.money * 2 + 5, 5];
    const messages = times(count, { template: 'payment-received', clientId });
    const sentOf = async () => {
      await rig.deliver();
      return rig.sent.filter(({ to, subject }) => to === email && subject.includes('received')).length;
    };
    expect(await sendAtOnce(email, messages)).toHaveLength(emailParts.money);
    const listed = rig.db.selectFrom('notifications').select('notificationId').where('clientId', '=', clientId);
    expect(await listed.where('template', '=', 'payment-received').execute()).toHaveLength(count);
    const before = await sentOf();
    rig.clock.advance(3_600_000);
    expect((await sentOf()) - before).toBe(emailParts.money);
    rig.clock.advance(3_600_000);
    expect((await sentOf()) - before).toBe(emailParts.money + left);
    const withheld = rig.db.selectFrom('letters').select('letterId').where('withheldAt', 'is not', null);
    expect(await withheld.where('recipient', '=', email).execute()).toEqual([]);
  });

  test('hundreds at once, of every e-mail, stay within the cap of an hour, and the next hour has its own', async () => {
    const recipient = newAddress();
    const all = everyTemplate.flatMap((template) => [
      ...times(20, { template }),
      ...times(3, { template, isOfStranger: true }),
    ]);
    expect((await sendAtOnce(recipient, all)).length).toBe(emailCap);
    const again = everyTemplate.map((template) => ({ template }));
    // However its address is written.
    expect(await sendAtOnce(recipient.toUpperCase(), again)).toEqual([]);
    rig.clock.advance(3_600_000);
    expect((await sendAtOnce(recipient, again)).length).toBe(again.length);
  });

  /** What anybody causes at an address, as often as the calls allow; of orders nothing bounds it but this cap. */
  const ofOrders = everyTemplate.filter(
    // A code is of an order from the balance, which only a session makes.
    (template) => 'niceId' in emailTemplates[template].shape && template !== 'order-code',
  );
  const strangers: readonly Message[] = [
    ...ofOrders.flatMap((template) => times(40, { template, isOfStranger: true })),
    ...times(40, { template: 'deposit-small' }),
    ...times(40, { template: 'deposit-unknown' }),
    ...times(40, { template: 'deposit-unknown-returned' }),
    ...times(40, { template: 'transfer-returned' }),
    ...times(40, { template: 'support-case', isOfStranger: true }),
    ...times(codeLimits.codesPerHour, { template: 'signin-code' }),
    ...times(codeLimits.codesPerHour, { template: 'password-reset' }),
    // Their window may end within the hour.
    ...times(codeLimits.codesPerTarget * 2, { template: 'email-code' }),
  ];
  /** News that anybody causes for nothing share their part with the owner's own of the kind. */
  const shared: readonly string[] = [
    'order-created',
    'order-canceled',
    'order-expired',
    'withdrawal-canceled',
    'withdrawal-expired',
    'deposit-small',
    'deposit-unknown',
    'deposit-unknown-returned',
    'transfer-returned',
  ];

  test('strangers use up none of the owner’s codes, questions, money or security', async () => {
    const recipient = newAddress();
    const codes = strangers.filter(({ template }) => template.endsWith('-code') || template === 'password-reset');
    const fromStrangers = await sendAtOnce(recipient, strangers);
    expect(fromStrangers.length).toBeLessThanOrEqual(emailParts.news + emailParts.strangers + codes.length);
    const own = await sendAtOnce(
      recipient,
      everyTemplate.map((template) => ({ template })),
    );
    expect(everyTemplate.filter((template) => !own.includes(template)).toSorted()).toEqual(shared.toSorted());
    const ownCodes: Message[] = [
      ...times(codeLimits.codesPerTarget, { template: 'owner-code' }),
      ...times(codeLimits.codesPerHour, { template: 'order-code' }),
      ...times(codeLimits.codesPerHour, { template: 'signin-code' }),
      ...times(codeLimits.codesPerHour, { template: 'password-reset' }),
    ];
    expect(await sendAtOnce(recipient, ownCodes)).toHaveLength(ownCodes.length);
  });

  test('a slow mail server of a stranger holds up no e-mail of an owner: those have a queue of their own', async () => {
    const confirmed = newAddress();
    const fields = { email: confirmed, password: 'correct horse battery', is_agree_terms: '1' };
    await rig.call('/signup', { ...fields, 'g-recaptcha-response': randomUUID() });
    await rig.db
      .updateTable('clients')
      .set({ emailConfirmedAt: rig.clock.now() })
      .where('email', '=', confirmed)
      .execute();
    const typed: readonly EmailTemplate[] = ['email-code', 'signin-code', 'new-email-code', 'password-reset'];
    const seen: [string, EmailTemplate, string, string?][] = [];
    for (const recipient of [confirmed, newAddress()])
      for (const template of [...typed, 'order-finished'] as const) {
        const enqueue = async (_trx: unknown, job: { name: string }, _payload: unknown, options?: { owner?: string }) =>
          void seen.push([recipient === confirmed ? 'owner' : 'anybody', template, job.name, options?.owner]);
        const request = { template, parameters: sampleOf(template), recipient, language: 'en', clientId: null };
        const parsed = JSON.parse(JSON.stringify({ ...request, occasion: randomUUID() }));
        await queueEmail({ ...rig.context, jobs: { enqueue } }, rig.db, parsed);
      }
    expect(seen).toEqual([
      ...[...typed, 'order-finished'].map((template) => ['owner', template, 'send-letter', undefined]),
      ...typed.map((template) => ['anybody', template, 'send-letter-to-stranger', 'example.com']),
      ['anybody', 'order-finished', 'send-letter', undefined],
    ]);
  });

  test('a stolen session that causes codes of orders closes neither codes that sign in nor links', async () => {
    const recipient = newAddress();
    await sendAtOnce(recipient, times(60, { template: 'order-code' }));
    const own = [
      ...times(codeLimits.codesPerHour, { template: 'signin-code' }),
      ...times(codeLimits.codesPerHour, { template: 'password-reset' }),
      ...times(codeLimits.codesPerTarget, { template: 'owner-code' }),
    ];
    expect(await sendAtOnce(recipient, own)).toHaveLength(own.length);
  });

  test('the code of an order at a merchant takes no room that strangers can take', async () => {
    const recipient = newAddress();
    await sendAtOnce(recipient, times(40, { template: 'order-refunded', isOfStranger: true }));
    const code = { template: 'order-code', isOfStranger: true } as const;
    expect(await sendAtOnce(recipient, [code])).toEqual(['order-code']);
  });

  test('a file that cannot be made takes no room: the e-mail is tried again', async () => {
    const recipient = newAddress();
    const letterId = await queue(recipient, { template: 'order-finished' });
    const fail = () => Promise.reject(new Error('no paper'));
    for (let attempt = 0; attempt < emailParts.money; attempt += 1)
      expect(await sendEmails(rig.context, [{ letterId }], fail)).toMatchObject([{ status: 'rejected' }]);
    await sendEmails(rig.context, [{ letterId }]);
    expect(rig.sent.filter(({ to }) => to === recipient)).toHaveLength(1);
  });
});
