import type { FormValues } from '@causeway/contract/wire/encode-form';
import { beforeAll, describe, expect, test } from 'vitest';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { savePartner } from '../partners/save-partner.ts';
import { askList } from './fixtures/ask-list.ts';
import { copyOrder } from './fixtures/copy-order.ts';

const world = await openOrderWorld();
const day = (text: string) => new Date(`${text}Z`);
let client: SignedInClient;
let partner: SignedInClient;
let first = '';
let foreign = '';
let older: string[] = [];

/**
 * A client with a present order and 24 older ones, one of them through a partner, which has one of another client too.
 */
beforeAll(async () => {
  [client, partner] = [await world.signInClient(), await world.signInClient()];
  const { db } = world.context;
  await db.updateTable('clients').set({ isPartner: true }).where('clientId', '=', partner.clientId).execute();
  const shop = { partnerKey: 'pk_list', name: 'Shop', clientId: partner.clientId, isMerchant: false };
  await savePartner(world.context, {
    ...shop,
    allowedOrigins: ['https://shop.example'],
    isFloatingRate: true,
    theme: 'auto',
    themeSettings: {},
  });
  first = (await world.buy(client.access)).order.nice_id;
  foreign = (await world.buy(await world.signIn(), { partner_key: 'pk_list' })).order.nice_id;
  const moments = Array.from({ length: 20 }, () => day('2020-05-01T12:00'));
  older = await copyOrder(world, first, [
    { createdAt: day('2020-06-02T21:30'), status: 'finished', payinGroup: 'sepa' },
    { createdAt: day('2020-06-02T20:30'), status: 'expired', payoutCurrency: 'ETH', partnerKey: 'pk_list' },
    { createdAt: day('2020-06-01T10:00'), status: 'refunded', payinCurrency: 'USD', refundMethod: 'balance' },
    { createdAt: day('2020-05-31T10:00'), status: 'processing' },
    ...moments.map((createdAt) => ({ createdAt, status: 'canceled' })),
  ]);
});

const own = (fields: FormValues = {}) => askList(world, client.access, fields, '/transactions');
const theirs = (fields: FormValues = {}) => askList(world, partner.access, fields);
const numbers = ({ body }: Awaited<ReturnType<typeof own>>) => (body.data ?? []).map(({ nice_id: id }) => id);

describe('7-33, C-48 the transactions of a client', () => {
  test('3-56, A-111 20 a page, the newest first, and no other client’s', async () => {
    const page = await own();
    expect(page.body).toMatchObject({ success: 1, records_total: 25 });
    expect(numbers(page).slice(0, 5)).toEqual([first, ...older.slice(0, 4)]);
    expect(numbers(page)).toHaveLength(20);
    const rest = await own({ page: page.body.next_page });
    expect(rest.body.next_page).toBe('');
    expect(new Set([...numbers(page), ...numbers(rest)])).toEqual(new Set([first, ...older]));
    expect(page.text + rest.text).not.toContain(foreign);
    expect((await askList(world, undefined, {}, '/transactions')).status).toBe(403);
    expect((await own({ page: 'x' })).status).toBe(400);
  });

  test('3-25 to 3-34 each as its owner may see it, with how its payment goes', async () => {
    const rows = (await own()).body.data ?? [];
    expect(rows[0]).toMatchObject({
      status: 'payin_pending',
      is_client_role: 1,
      is_partner_role: 0,
      payin_amount: '250.00',
      payment_status: 'created',
    });
    expect(rows[3]).toMatchObject({ status: 'refunded', refund_method: 'balance', created_at: 1591005600 });
  });

  test.each<[string, FormValues, () => string[]]>([
    ['a method', { method: 'sepa' }, () => older.slice(0, 1)],
    ['methods', { method: ['sepa', 'balance'] }, () => older.slice(0, 1)],
    ['a pay-in currency', { payinCurrency: 'USD' }, () => older.slice(2, 3)],
    ['pay-out currencies', { payoutCurrency: ['ETH', 'LINK'] }, () => older.slice(1, 2)],
    ['a status', { status: 'processing' }, () => older.slice(3, 4)],
    ['statuses', { status: ['finished', 'expired'] }, () => older.slice(0, 2)],
    ['days of UTC', { timeFrom: '2020-06-01', timeTo: '2020-06-02' }, () => older.slice(0, 3)],
    [
      'a day of Kyiv',
      { timeFrom: '2020-06-03', timeTo: '2020-06-03', timeZone: 'Europe/Kyiv' },
      () => older.slice(0, 1),
    ],
    ['days without end', { timeFrom: '0001-01-01', timeTo: '9999-12-31', method: 'sepa' }, () => older.slice(0, 1)],
    ['all at once', { method: 'card', status: ['refunded'], timeFrom: '2020-06-02' }, () => []],
  ])('3-57 by %s', async (_name, fields, expected) => {
    const page = await own(fields);
    expect(numbers(page)).toEqual(expected());
    expect(page.body.records_total).toBe(expected().length);
  });

  test('7-32, C-47 what there is to filter by, of these orders alone', async () => {
    const { body } = await own({ getFiltersData: true });
    expect(body).toMatchObject({
      method: [
        { code: 'card', name: 'Card' },
        { code: 'sepa', name: 'SEPA transfer' },
      ],
      payin_currency: [{ code: 'EUR' }, { code: 'USD' }],
      time: '2020-05-01',
    });
    expect(body.payout_currency?.map(({ code }) => code).toSorted()).toEqual(['BTC', 'ETH']);
    expect(body.status).toContainEqual({ code: 'finished', name: 'Finished' });
    expect(body.data).toBeUndefined();
  });
});

describe('7-34, C-49 the transactions of a partner', () => {
  test('1-02, 6-05, A-054 those through the partner, of all clients; the partner’s own list is another', async () => {
    expect(numbers(await theirs())).toEqual([foreign, older[1]]);
    expect(numbers(await theirs({ status: 'expired', payoutCurrency: 'ETH' }))).toEqual([older[1]]);
    expect(numbers(await askList(world, partner.access, {}, '/transactions'))).toEqual([]);
    expect((await askList(world, client.access, {})).status).toBe(404);
  });
});

describe('A-111 pages while orders come', () => {
  test('an order that comes between two pages moves nothing, of orders of one moment too', async () => {
    const before = await own({ status: 'canceled' });
    const page = await own();
    await copyOrder(world, first, [{ createdAt: day('2999-01-01T00:00') }, { createdAt: day('2999-01-01T00:00') }]);
    const rest = await own({ page: page.body.next_page });
    const seen = [...numbers(page), ...numbers(rest)];
    expect(seen).toHaveLength(25);
    expect(seen.filter((id) => numbers(before).includes(id))).toEqual(numbers(before));
    expect((await own()).body.records_total).toBe(27);
  });
});
