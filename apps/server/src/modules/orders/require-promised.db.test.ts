import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { runSql } from '@causeway/testing/run-sql';
import { Refusal } from '../../errors.ts';
import { getPriceList } from '../currencies/get-price-list.ts';
import { openOrderWorld } from './fixtures/open-order-world.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { findPartner } from '../partners/find-partner.ts';
import { savePartner } from '../partners/save-partner.ts';
import type { Partner } from '../partners/partner.ts';
import type { FinishedOrder } from '../promises/finished-order.ts';
import { requirePromised } from './insert-order.ts';

const world = await openOrderWorld();
const { context } = world;
const { db } = context;
let order: FinishedOrder;
let lamps: Partner;
let niceId: string;

beforeAll(async () => {
  const { clientId } = await world.signInClient();
  const common = { allowedOrigins: [], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
  await savePartner(context, { ...common, partnerKey: 'pk_lamps', name: 'Lamps', isMerchant: true, clientId });
  const partner = await findPartner(context, 'pk_lamps');
  const made = await world.buy(await world.signIn(), { partner_key: 'pk_lamps' });
  const row = await findOrder(db, { niceId: made.order.nice_id });
  if (partner === undefined || row === undefined) throw new Error('The partner or its order is not there.');
  const { pricing: record, destinationAddress: address, destinationTag: tag, destinationDetails: details } = row;
  ({ niceId } = row);
  lamps = partner;
  order = { ...row, boundAmount: '', record, destination: { address, tag, details } };
});

const codesOf = async (finished: FinishedOrder, partner: Partner | undefined = lamps) => {
  const promises = { request: {} as never, quote: undefined, fixed: {}, partner, isWithdrawal: false };
  try {
    await requirePromised(context, finished, promises);
    return [];
  } catch (error) {
    if (error instanceof Refusal) return error.items.map(({ code, field = '' }) => `${code} ${field}`.trim());
    throw error;
  }
};

/** The order of a merchant's payer, who is not signed in. */
const sold = (): FinishedOrder => ({
  ...order,
  isMerchant: true,
  payToPartner: true,
  record: { ...order.record, payoutCurrency: 'EUR', payoutGroup: 'balance', payoutProvider: 'balance' },
  destination: { ...order.destination, address: '' },
});
const free = { source: 'first_order', percentOff: 100, code: '' } as const;

describe('an order is what was promised: what payer and partner may not do, and what is not sold', () => {
  test('the order as it was made is', async () => expect(await codesOf(order)).toEqual([]));

  test.each<[string, () => FinishedOrder, string]>([
    [
      'another partner’s price',
      () => ({ ...order, record: { ...order.record, partnerKey: 'pk_other' } }),
      'PARTNER_UNKNOWN partner_key',
    ],
    ['an order of another partner', () => ({ ...order, partnerKey: 'pk_other' }), 'PARTNER_UNKNOWN partner_key'],
    [
      'a balance that pays a merchant',
      () => ({ ...sold(), record: { ...sold().record, payinGroup: 'balance', payinProvider: 'balance' } }),
      'PAYIN_PAUSED payin_group',
    ],
    [
      'a kept card that pays a merchant',
      () => ({
        ...sold(),
        destination: { ...sold().destination, details: { ...order.destination.details, payinCardToken: 'card' } },
      }),
      'CARD_INVALID token',
    ],
    [
      'a free order at a merchant',
      () => ({ ...sold(), record: { ...sold().record, discount: free } }),
      'QUOTE_EXPIRED quote',
    ],
    ['a merchant’s payer who is paid', () => ({ ...order, isMerchant: true }), 'PRESET_LOCKED dst_address'],
    ['a partner that is paid at an address', () => ({ ...order, payToPartner: true }), 'PAYOUT_PAUSED payout_group'],
    [
      'another provider than pays in',
      () => ({ ...order, record: { ...order.record, payinProvider: 'bank' } }),
      'PAYIN_PAUSED payin_group',
    ],
    [
      'another provider than pays out',
      () => ({ ...order, record: { ...order.record, payoutProvider: 'ethereum' } }),
      'PAYOUT_PAUSED payout_group',
    ],
    [
      'a method that there is not',
      () => ({ ...order, record: { ...order.record, payoutGroup: 'nowhere' } }),
      'PAYOUT_PAUSED payout_group',
    ],
    [
      'less than its method takes',
      () => ({ ...order, record: { ...order.record, payinAmount: 1n } }),
      'AMOUNT_MIN payin_amount',
    ],
    [
      'more than its method takes',
      () => ({ ...order, record: { ...order.record, payinAmount: 10n ** 12n } }),
      'AMOUNT_MAX payin_amount',
    ],
  ])('%s', async (_what, finished, code) => expect(await codesOf(finished())).toContain(code));

  test('a partner who is no merchant, or has no account', async () => {
    expect(await codesOf(sold(), { ...lamps, isMerchant: false })).toContain('MERCHANT_OFF');
    expect(await codesOf(sold(), { ...lamps, clientId: null })).toContain('PARTNER_ACCOUNT_MISSING');
  });

  test.each(['payin', 'payout'] as const)('a method that is paused meanwhile: %s', async (direction) => {
    const { payinCurrency, payinGroup, payoutCurrency, payoutGroup } = order.record;
    const [currency, group] = direction === 'payin' ? [payinCurrency, payinGroup] : [payoutCurrency, payoutGroup];
    const set = async (state: 'open' | 'paused') => {
      const update = db.updateTable('paymentOptions').set({ state }).where('direction', '=', direction);
      await update.where('currency', '=', currency).where('groupCode', '=', group).execute();
      const isPaused = async () =>
        (await getPriceList(context))[direction].get(currency)?.find((one) => one.group.code === group)?.isPaused;
      await expect.poll(isPaused).toBe(state === 'paused');
    };
    await set('paused');
    try {
      expect(await codesOf(order)).toEqual([`${direction.toUpperCase()}_PAUSED ${direction}_group`]);
    } finally {
      await set('open');
    }
  });
});

/** Columns that change as an order goes on, or that promise nothing. All others keep what the order was made with. */
const moving: ReadonlySet<string> = new Set([
  'archived_events',
  'archived_reason',
  'asked_from',
  'client_id',
  'created_at',
  'decide_until',
  'decision_answer',
  'decision_kind',
  'decline_reason',
  'description',
  'email',
  'expires_at',
  'finished_at',
  'http_return_failed',
  'http_return_success',
  'is_payout_stopped',
  'language',
  'payin_deadline',
  'received_amount',
  'refund_method',
  'status',
]);
/** Another value of each type. */
const other: Readonly<Record<string, (column: string) => string>> = {
  boolean: (column) => `not ${column}`,
  jsonb: () => `'{"other":"value"}'`,
  numeric: (column) => `${column} + 1`,
  text: (column) => `${column} || '1'`,
  uuid: () => 'gen_random_uuid()',
};
const { rows: columns } = await sql<{ name: string; type: string }>`
  select column_name as name, data_type as type from information_schema.columns
  where table_schema = 'public' and table_name = 'orders' order by 1
`.execute(db);
const bound = columns.filter(({ name }) => !moving.has(name));

describe('an order is what was promised: the database keeps it', () => {
  test.each(bound.map(({ name, type }) => [name, type]))(
    '%s never changes while the order waits',
    async (name, type) => {
      const value = other[type]?.(name);
      if (value === undefined) throw new Error(`There is no other value of the type ${type}.`);
      const change = `update orders set ${name} = ${value} where nice_id = '${niceId}'`;
      for (const url of [world.databaseUrl, world.ownerUrl])
        await expect(runSql(url, change)).rejects.toThrow(/An order keeps/);
    },
  );

  test('every column that may change is one', () =>
    expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining([...moving])));
});
