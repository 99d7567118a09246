import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp } from '../auth/fixtures/create-test-app.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { emailTemplates } from '../emails/templates.ts';
import { kindOf } from './listed-templates.ts';
import { notificationsAccount } from './store.ts';

const rig = await createTestApp();
afterAll(() => rig.close());

let number = 0;

async function register() {
  number += 1;
  const fields = { email: `notified${number}@example.com`, password: 'correct horse battery', is_agree_terms: '1' };
  const { access } = (await rig.call('/signup', { ...fields, 'g-recaptcha-response': randomUUID() })).body;
  const { clientId, niceId } = await rig.db
    .selectFrom('clients')
    .select(['clientId', 'niceId'])
    .where('email', '=', fields.email)
    .executeTakeFirstOrThrow();
  return { access, clientId, niceId, email: fields.email };
}

type Registered = Awaited<ReturnType<typeof register>>;

const page = z.object({
  success: z.literal(1),
  data: z.array(
    z.strictObject({
      nice_id: z.string(),
      read_at: z.number(),
      created_at: z.number(),
      type: z.string(),
      title: z.string(),
      text: z.string(),
      link: z.string(),
    }),
  ),
  unread_count: z.number(),
  next_page_id: z.string(),
});

const list = async ({ access }: Registered, page_id = '') =>
  page.parse((await rig.call('/notifications', { page_id }, access)).body);
const changed = z.object({ success: z.literal(1), unread_count: z.number() });
const act = async (what: 'read' | 'delete', { access }: Registered, fields: Record<string, string>) =>
  changed.parse((await rig.call(`/notifications/${what}`, fields, access)).body).unread_count;

const order = {
  niceId: 'CW7Q2M9V4T8K1N5X3B',
  payin: '250 EUR',
  payout: '0.0041 BTC',
  way: 'network',
  refundMethod: '',
  refunded: '',
};

async function happen(
  { clientId, email }: Registered,
  occasion: string,
  template: 'order-sent' | 'order-code' = 'order-sent',
) {
  const message = { recipient: email, language: 'en' as const, clientId, occasion };
  await rig.db
    .transaction()
    .execute((trx) =>
      template === 'order-sent'
        ? queueEmail(rig.context, trx, { ...message, template, parameters: order })
        : queueEmail(rig.context, trx, { ...message, template, parameters: { ...order, code: '042137' } }),
    );
}

describe('C-55 to C-57, A-114 the list of notifications', () => {
  test('3-54, 3-55 an event with an e-mail stands in the list, once, in the language of its reader', async () => {
    const client = await register();
    await happen(client, `sent:${client.clientId}`);
    await happen(client, `sent:${client.clientId}`);
    const { data, unread_count, next_page_id } = await list(client);
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      type: 'order-sent',
      read_at: 0,
      created_at: Math.floor(rig.clock.now().getTime() / 1000),
      title: 'Sent to the network',
      link: `/order-status/${order.niceId}`,
    });
    expect(data[0]?.text).toContain('0.0041 BTC');
    expect([unread_count, next_page_id]).toEqual([1, '']);
  });

  test('a code never stands in the list', async () => {
    const client = await register();
    await happen(client, `code:${client.clientId}`, 'order-code');
    expect((await list(client)).data).toEqual([]);
  });

  test('who wants no e-mails of orders still finds them in the list; an act of the account stands there too', async () => {
    const client = await register();
    const off = { is_news: '0', is_offers: '0', is_order_letters: '0' };
    await rig.call('/client/subscription/update', off, client.access);
    await happen(client, `quiet:${client.clientId}`);
    expect((await list(client)).data.map(({ type }) => type)).toEqual(['order-sent']);
  });

  test('each e-mail is listed, or is a code, a link, an order that the client has just made, or for the operator', () => {
    const unlisted = Object.keys(emailTemplates).filter((template) => kindOf(template) === undefined);
    expect(unlisted.toSorted()).toEqual([
      'email-code',
      'money-claim',
      'new-email-code',
      'order-code',
      'order-created',
      'owner-code',
      'password-reset',
      'signin-code',
      'support-case',
    ]);
  });

  test('older pages follow by next_page_id, and none is lost or shown twice', async () => {
    const client = await register();
    for (let index = 0; index < 45; index += 1) await happen(client, `many:${index}:${client.clientId}`);
    const pages = [await list(client)];
    for (let last = pages[0]; last !== undefined && last.next_page_id !== ''; last = pages.at(-1))
      pages.push(await list(client, last.next_page_id));
    expect(pages.map(({ data }) => data.length)).toEqual([20, 20, 5]);
    expect(new Set(pages.flatMap(({ data }) => data.map(({ nice_id }) => nice_id))).size).toBe(45);
    expect((await rig.call('/notifications', { page_id: 'nonsense' }, client.access)).body).toMatchObject({
      success: 0,
      errors: [{ code: 'FIELD_INVALID', field: 'page_id' }],
    });
  });

  test('4.8-12, 4.8-13 one is read, then all; the time of reading stays', async () => {
    const client = await register();
    for (const name of ['a', 'b', 'c']) await happen(client, `${name}:${client.clientId}`);
    const first = (await list(client)).data[0]?.nice_id ?? '';
    expect(await act('read', client, { 'nice_ids[]': first })).toBe(2);
    const readAt = Math.floor(rig.clock.now().getTime() / 1000);
    rig.clock.advance(60_000);
    expect(await act('read', client, { is_all: '1' })).toBe(0);
    const { data } = await list(client);
    expect(data.find(({ nice_id }) => nice_id === first)?.read_at).toBe(readAt);
  });

  test('4.8-14 one is deleted, then all', async () => {
    const client = await register();
    for (const name of ['a', 'b', 'c']) await happen(client, `${name}:${client.clientId}`);
    const first = (await list(client)).data[0]?.nice_id ?? '';
    expect(await act('delete', client, { 'nice_ids[]': first })).toBe(2);
    expect((await list(client)).data.map(({ nice_id }) => nice_id)).not.toContain(first);
    expect(await act('delete', client, { is_all: '1' })).toBe(0);
    expect((await list(client)).data).toEqual([]);
  });

  test.each(['read', 'delete'] as const)('%s without a word of which is refused', async (what) => {
    const { access } = await register();
    expect((await rig.call(`/notifications/${what}`, {}, access)).body).toMatchObject({
      success: 0,
      errors: [{ code: 'FIELD_INVALID', field: 'nice_ids' }],
    });
  });

  test('another client’s are neither seen, read nor deleted, and the answer says nothing about them', async () => {
    const [mine, theirs] = [await register(), await register()];
    await happen(theirs, `theirs:${theirs.clientId}`);
    const { nice_id = '' } = (await list(theirs)).data[0] ?? {};
    expect((await list(mine)).data).toEqual([]);
    for (const what of ['read', 'delete'] as const) {
      const answers = await Promise.all(
        [nice_id, randomUUID()].map((id) => rig.call(`/notifications/${what}`, { 'nice_ids[]': id }, mine.access)),
      );
      expect(answers[0]?.body).toEqual(answers[1]?.body);
      await act(what, mine, { is_all: '1' });
    }
    const page_id = `${rig.clock.now().getTime() + 1000}_${nice_id}`;
    expect((await list(mine, page_id)).data).toEqual([]);
    expect((await list(theirs)).data).toMatchObject([{ nice_id, read_at: 0 }]);
  });

  test('the list ends with the account, and nothing is added to it afterwards', async () => {
    const client = await register();
    await happen(client, `before:${client.clientId}`);
    await rig.db.transaction().execute(async (trx) => notificationsAccount.close?.(rig.context, trx, client));
    await rig.db
      .updateTable('clients')
      .set({ deletedAt: rig.clock.now() })
      .where('clientId', '=', client.clientId)
      .execute();
    await happen(client, `after:${client.clientId}`);
    const rows = rig.db.selectFrom('notifications').select('occasion').where('clientId', '=', client.clientId);
    expect(await rows.execute()).toEqual([]);
  });
});
