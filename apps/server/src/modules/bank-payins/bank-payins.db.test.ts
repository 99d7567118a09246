import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { drainJobs } from '../../jobs/drain-jobs.ts';
import { listBalances } from '../../ledger/balances.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { allJobs } from '../../worker.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import type { OrderSeen } from '../orders/fixtures/answers-seen.ts';
import { placeTransfer } from '../operating/unplaced-transfers.ts';
import { agreeWithChain } from '../chain-wallets/agree-with-chain.ts';
import { openHold } from '../payout-holds/store.ts';
import { runSql } from '@causeway/testing/run-sql';
import { replaceList } from '../screening/sanctions-list.ts';
import { collectTransfers } from './collect-transfers.ts';
import { returnUnplaced } from './return-unplaced.ts';

const world = await openOrderWorld();
await world.fundWallet('20');
const { db } = world.context;
let access = '';
beforeEach(async () => {
  access = await world.signIn();
});
afterEach(() => expectSound(world));

const owned = z.looseObject({
  purchase_params_payin: z.object({
    sepa_account: z.object({ iban: z.string(), reference: z.string(), amount: z.string() }).optional(),
  }),
  received_amount: z.string(),
  refund_method: z.string(),
  decision: z
    .object({ kind: z.string(), received_amount: z.string(), payout_amount: z.string(), refund_amount: z.string() })
    .nullable(),
  receipt: z.array(z.object({ kind: z.string(), quoted: z.string(), actual: z.string(), note: z.string() })),
});

const buy = async (changes: Record<string, string> = {}): Promise<OrderSeen> =>
  (await world.buy(access, { payin_group: 'sepa', payin_amount: '500', is_agree_name: '1', ...changes })).order;
const fixed = { is_floating_rate: '0' };
const see = async (niceId: string) => owned.parse(await world.read(niceId, access));
const statusOf = async (niceId: string) => (await world.read(niceId, access)).status;
const account = async (niceId: string) => {
  const { sepa_account: made } = (await see(niceId)).purchase_params_payin;
  if (made === undefined) throw new Error(`${niceId} has no account number`);
  return made;
};
const sender = { sender_name: 'Ada Lovelace', sender_iban: 'DE89370400440532013000', currency: 'EUR' };
async function send(niceId: string, amount: string, changes: Record<string, string | number> = {}) {
  const { iban, reference } = await account(niceId);
  const sent = await world.sandbox.bankTransfer({ ...sender, iban, reference, amount, notify: 0, ...changes });
  await collect();
  return sent;
}
const bankJobs = new Set([
  'credit-transfers',
  'end-decision',
  'expire-order',
  'hear-bank',
  'open-requisites',
  'refund-money',
]);
/** Runs the jobs of settlement and the bank, and no others. */
async function work(options: { isEarly?: boolean } = {}) {
  const jobs = allJobs.filter(({ definition }) => bankJobs.has(definition.name));
  await drainJobs(world.context, world.boss, jobs, options);
}
/** The bank's transfers, recorded and credited to the orders. */
async function collect() {
  await collectTransfers(world.context).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
  });
  await work();
}
const decide = async (niceId: string, answer: 'yes' | 'no', by = access) =>
  world.call('/lt_decision', { nice_id: niceId, answer }, by);
const priceOver = async (niceId: string) =>
  db
    .updateTable('orders')
    .set({ expiresAt: new Date(Date.now() - 60_000) })
    .where('niceId', '=', niceId)
    .execute();
const reasons = async (niceId: string) =>
  (await world.read(niceId, access)).history.map(({ status, reason }) => (reason === '' ? status : reason));
const openAlarms = async (subject: string) =>
  (
    await db.selectFrom('alarms').select('kind').where('subject', '=', subject).where('clearedAt', 'is', null).execute()
  ).map(({ kind }) => kind);
const credits = async (niceId: string) =>
  (
    await db
      .selectFrom('ledgerEntries')
      .select('kind')
      .where('reference', '=', niceId)
      .where('kind', 'in', ['bank_payin', 'conversion'])
      .execute()
  ).length;
const returned = async (niceId: string) =>
  (await world.sandbox.bankTransfers(niceId)).map((transfer) => transfer.returned_amount);

// First, while nothing else is under way: it runs every job there is.
test('by the bank’s webhooks alone an order reaches its end', async () => {
  const { nice_id: niceId } = await buy();
  const { iban } = await account(niceId);
  await world.sandbox.bankTransfer({ ...sender, iban, reference: niceId, amount: '500' });
  const until = async (status: string, options: { isEarly?: boolean } = {}) => {
    const look = async () => {
      await world.work(options);
      return statusOf(niceId);
    };
    await expect.poll(look, { timeout: 40_000 }).toBe(status);
  };
  await until('processing');
  await world.work();
  await world.sandbox.mine('bitcoin', 2);
  await until('finished', { isEarly: true });
  expect(await reasons(niceId)).toEqual(['payin_pending', 'payment_received', 'payout_sent', 'finished']);
});

describe('3-35 requisites', () => {
  test('an order has an account number of its own and says what to send', async () => {
    const { nice_id: one } = await buy();
    const { nice_id: two } = await buy();
    expect(await account(one)).toMatchObject({
      reference: expect.stringMatching(/^CW-\d{4} \d{4}$/),
      amount: '500.00',
    });
    expect((await account(one)).iban).not.toBe((await account(two)).iban);
  });

  test('a bank that hangs, fails or drops its answer gives the same account number later, once', async () => {
    for (const fault of ['error', 'drop_answer', 'reject', 'hang']) {
      await world.sandbox.makeFault({ provider: 'bank', fault, count: 1, call: 'issue' });
      const placed = await buy();
      const { nice_id: niceId } = placed;
      expect(placed['purchase_params_payin']).toEqual({});
      await work({ isEarly: true });
      expect((await account(niceId)).reference).toMatch(/^CW-\d{4} \d{4}$/);
      const numbers = db
        .selectFrom('bankRequisites')
        .selectAll()
        .innerJoin('orders', 'orders.orderId', 'bankRequisites.orderId');
      expect(await numbers.where('niceId', '=', niceId).execute()).toHaveLength(1);
    }
  });
});

describe('money in time', () => {
  test('the exact amount pays a fixed order as it was quoted, line by line', async () => {
    const { nice_id: niceId } = await buy(fixed);
    const { payout_amount: quoted } = await world.read(niceId);
    await send(niceId, '500');
    const order = await see(niceId);
    expect(await statusOf(niceId)).toBe('processing');
    expect(order).toMatchObject({ payout_amount: quoted, received_amount: '500.00', decision: null });
    expect(order.receipt.map(({ kind }) => kind)).toEqual([
      'payin',
      'payin_fee',
      'service_fee',
      'network_fee',
      'exchanged',
      'rate',
      'payout',
    ]);
    for (const line of order.receipt) expect(line).toMatchObject({ quoted: line.actual, note: '' });
    expect(order.purchase_params_payin).toEqual({});
  });

  test('the same transfer reported fifty times at once, out of order and read by two, is credited once', async () => {
    const { nice_id: niceId } = await buy();
    const { iban } = await account(niceId);
    await world.sandbox.bankTransfer({ ...sender, iban, reference: niceId, amount: '500', notify: 50 });
    await expect
      .poll(async () => (await db.selectFrom('bankTransfers').selectAll().execute()).length)
      .toBeGreaterThan(0);
    await Promise.all([collect(), collect(), work(), work()]);
    await collect();
    expect(await credits(niceId)).toBe(2);
    expect(await statusOf(niceId)).toBe('processing');
  });

  test('a part waits, notifies its owner, and the rest completes the order at the promised price', async () => {
    const { nice_id: niceId } = await buy(fixed);
    const { payout_amount: quoted } = await world.read(niceId);
    await send(niceId, '200');
    expect(await statusOf(niceId)).toBe('payin_pending');
    const part = await see(niceId);
    expect(part).toMatchObject({ received_amount: '200.00', can_cancel: 0 });
    expect(part.decision).toMatchObject({ kind: 'partial', received_amount: '200.00', refund_amount: '200.00' });
    expect(Number(part.decision?.payout_amount)).toBeGreaterThan(0);
    expect((await account(niceId)).amount).toBe('300.00');
    await send(niceId, '300');
    expect(await see(niceId)).toMatchObject({ payout_amount: quoted, received_amount: '500.00', decision: null });
    expect(await reasons(niceId)).toEqual(['payin_pending', 'payment_partial', 'payment_received']);
  });

  test('A-093 going on with a part exchanges it at the current rate; answering twice is answering once', async () => {
    const { nice_id: niceId } = await buy();
    await send(niceId, '200');
    const [first, second] = await Promise.all([decide(niceId, 'yes'), decide(niceId, 'yes')]);
    expect([first.body.success, second.body.success]).toEqual([1, 1]);
    const order = await see(niceId);
    expect(order).toMatchObject({ payin_amount: '200.00', decision: null });
    expect(order.receipt.find(({ kind }) => kind === 'payin')).toMatchObject({
      quoted: '500.00',
      actual: '200.00',
      note: 'partial_payment',
    });
    expect((await decide(niceId, 'no')).body).toMatchObject({ success: 0, errors: [{ code: 'DECISION_OVER' }] });
    expect(await credits(niceId)).toBe(2);
  });

  test('having a part back sends it to where it came from', async () => {
    const { nice_id: niceId } = await buy();
    await send(niceId, '200');
    expect((await decide(niceId, 'no')).body.success).toBe(1);
    await work();
    expect(await see(niceId)).toMatchObject({ status: 'refunded', refund_method: 'bank', decision: null });
    expect(await returned(niceId)).toEqual(['200.00']);
    expect((await see(niceId)).receipt).toMatchObject([
      { kind: 'payin', actual: '200.00', note: 'partial_payment' },
      { kind: 'refund', actual: '200.00' },
    ]);
    expect((await decide(niceId, 'no')).body.success).toBe(1);
    expect((await decide(niceId, 'yes')).body).toMatchObject({ success: 0, errors: [{ code: 'DECISION_OVER' }] });
  });

  test('too little to be exchanged can only be completed or go back', async () => {
    const { nice_id: niceId } = await buy();
    await send(niceId, '2');
    expect((await see(niceId)).decision).toMatchObject({ kind: 'partial', payout_amount: '' });
    expect((await decide(niceId, 'yes')).body).toMatchObject({ success: 0, errors: [{ code: 'CANT_EXCHANGE' }] });
    expect((await decide(niceId, 'no')).body.success).toBe(1);
    await work();
    expect(await returned(niceId)).toEqual(['2.00']);
  });

  test('more than was asked is exchanged whole while limits allow it', async () => {
    const { nice_id: niceId } = await buy(fixed);
    await send(niceId, '620.50');
    const order = await see(niceId);
    expect(order).toMatchObject({ payin_amount: '620.50', received_amount: '620.50' });
    expect(order.receipt.find(({ kind }) => kind === 'payout')?.note).toBe('over_payment');
    expect(await reasons(niceId)).toContain('payment_over');
    expect(await returned(niceId)).toEqual(['0.00']);
  });

  test('what is more than limits allow goes back to where it came from', async () => {
    const { nice_id: niceId } = await buy(fixed);
    await send(niceId, '40000');
    await work();
    const order = await see(niceId);
    expect(order).toMatchObject({ payin_amount: '500.00', refund_method: 'bank' });
    expect(order.receipt.at(-1)).toMatchObject({ kind: 'refund', actual: '39500.00' });
    expect(await returned(niceId)).toEqual(['39500.00']);
  });
});

describe('A-093 money too late', () => {
  test('for a fixed price its owner is asked; yes goes on at the current rate', async () => {
    const { nice_id: niceId } = await buy(fixed);
    await priceOver(niceId);
    await send(niceId, '500');
    expect(await see(niceId)).toMatchObject({
      status: 'pending',
      decision: { kind: 'late' },
      purchase_params_payin: {},
    });
    await world.sandbox.setPrice({ asset: 'BTC', eur: '61234', hold: true });
    await expect.poll(async () => (await see(niceId)).decision?.payout_amount).not.toBe('');
    expect((await decide(niceId, 'yes')).body.success).toBe(1);
    const order = await see(niceId);
    expect(order.receipt.find(({ kind }) => kind === 'payin')).toMatchObject({ note: '', actual: '500.00' });
    expect(await reasons(niceId)).toEqual(expect.arrayContaining(['payment_late', 'payment_accepted']));
  });

  test('no sends it back', async () => {
    const { nice_id: niceId } = await buy(fixed);
    await priceOver(niceId);
    await send(niceId, '500');
    expect((await decide(niceId, 'no')).body.success).toBe(1);
    await work();
    expect(await see(niceId)).toMatchObject({ status: 'refunded', refund_method: 'bank' });
    expect(await returned(niceId)).toEqual(['500.00']);
  });

  test('no answer sends it back by itself', async () => {
    const { nice_id: niceId } = await buy(fixed);
    await priceOver(niceId);
    await send(niceId, '500');
    await db.updateTable('orders').set({ decideUntil: new Date() }).where('niceId', '=', niceId).execute();
    await work({ isEarly: true });
    await work();
    expect(await see(niceId)).toMatchObject({ status: 'refunded', refund_method: 'bank' });
    expect(await reasons(niceId)).toEqual(expect.arrayContaining(['decision_over', 'payment_refunded']));
    expect(await returned(niceId)).toEqual(['500.00']);
  });

  test('nothing goes back while the outside may have paid the order, as after a restore: a person is asked', async () => {
    const { nice_id: niceId } = await buy(fixed);
    await priceOver(niceId);
    await send(niceId, '500');
    const { bitcoin } = world.context.providers;
    const { getHeight } = bitcoin;
    const away = () => Promise.reject(new ProviderError('bitcoin', 'unreachable', {}));
    await openHold(world.context, db, { chain: 'bitcoin', reason: 'unknown_spend', subject: niceId });
    await expect.poll(() => agreeWithChain(world.context, 'bitcoin')).toBe(false);
    const refused = await decide(niceId, 'no');
    expect(refused.body.errors).toMatchObject([{ code: 'TRY_LATER' }]);
    await db.updateTable('orders').set({ decideUntil: new Date() }).where('niceId', '=', niceId).execute();
    await work({ isEarly: true });
    expect(await statusOf(niceId)).toBe('pending');
    expect(await openAlarms(niceId)).toEqual(['payout_conflict']);
    await runSql(world.ownerUrl, `delete from payout_holds; delete from alarms where kind = 'payouts_held'`);
    // What was seen of the chain counts for a second.
    await expect.poll(() => agreeWithChain(world.context, 'bitcoin')).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    bitcoin.getHeight = away;
    expect((await decide(niceId, 'no')).body.errors).toMatchObject([{ code: 'TRY_LATER' }]);
    bitcoin.getHeight = getHeight;
    expect((await decide(niceId, 'no')).body.success).toBe(1);
    expect(await openAlarms(niceId)).toEqual([]);
    await work();
    expect(await returned(niceId)).toEqual(['500.00']);
  });

  test('while a chain is read to its end, as after a start, "no" waits and calls no person', async () => {
    const { nice_id: niceId } = await buy(fixed);
    await priceOver(niceId);
    await send(niceId, '500');
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await runSql(world.ownerUrl, `update own_spend_scans set height = height + 1000 where chain = 'bitcoin'`);
    expect((await decide(niceId, 'no')).body.errors).toMatchObject([{ code: 'TRY_LATER' }]);
    expect(await openAlarms(niceId)).toEqual([]);
    await expect.poll(() => agreeWithChain(world.context, 'bitcoin')).toBe(true);
    expect((await decide(niceId, 'no')).body.success).toBe(1);
  });

  test('for a floating price there is nothing to ask', async () => {
    const { nice_id: niceId } = await buy();
    await priceOver(niceId);
    await send(niceId, '500');
    expect(await statusOf(niceId)).toBe('processing');
  });

  test('only its owner is asked', async () => {
    const { nice_id: niceId } = await buy(fixed);
    await priceOver(niceId);
    await send(niceId, '500');
    expect((await decide(niceId, 'no', await world.signIn())).status).toBe(404);
    expect((await world.read(niceId))['decision']).toBeNull();
    expect(await statusOf(niceId)).toBe('pending');
  });

  test.each(['canceled', 'expired'] as const)(
    'for a %s order it goes back and the order stays as it ended',
    async (to) => {
      const { nice_id: niceId } = await buy();
      const { iban } = await account(niceId);
      if (to === 'canceled') await world.call(`/onramp/o/${niceId}/cancel`, {}, access);
      else {
        await db.updateTable('orders').set({ payinDeadline: new Date() }).where('niceId', '=', niceId).execute();
        await work({ isEarly: true });
      }
      expect(await statusOf(niceId)).toBe(to);
      await world.sandbox.bankTransfer({ ...sender, iban, reference: niceId, amount: '500', notify: 0 });
      await collect();
      await work();
      expect(await see(niceId)).toMatchObject({ status: to, refund_method: 'bank' });
      expect(await returned(niceId)).toEqual(['500.00']);
    },
  );

  test('cents that anybody sends, to an order that has ended or to one that waits, take no room of e-mails of money', async () => {
    const [ended, open] = [(await buy()).nice_id, (await buy()).nice_id];
    const { iban } = await account(ended);
    await world.call(`/onramp/o/${ended}/cancel`, {}, access);
    const before = new Set(
      (await db.selectFrom('letters').select('letterId').execute()).map(({ letterId }) => letterId),
    );
    for (let cent = 0; cent < 4; cent += 1) {
      await world.sandbox.bankTransfer({ ...sender, iban, reference: ended, amount: '0.01', notify: 0 });
      await send(open, '0.01');
    }
    await work();
    expect(await returned(ended)).toEqual(Array.from({ length: 4 }, () => '0.01'));
    const emails = (await db.selectFrom('letters').selectAll().execute()).filter(
      ({ letterId }) => !before.has(letterId),
    );
    const ofKind = (kind: string) => emails.filter(({ template }) => template === kind);
    // Over an hour's end there are two.
    expect([1, 2]).toContain(ofKind('order-refunded').length);
    expect([1, 2]).toContain(ofKind('payment-partial').length);
    for (const { parameters } of ofKind('order-refunded')) expect(parameters).toMatchObject({ isOfStranger: true });
    const listed = db.selectFrom('notifications').select('occasion').where('template', '=', 'order-refunded');
    expect(
      (await listed.where('createdAt', '>', new Date(Date.now() - 60_000)).execute()).length,
    ).toBeGreaterThanOrEqual(4);
  });

  test('money that was at the bank first wins over a cancel, and money that is here cannot be canceled away', async () => {
    const { nice_id: niceId } = await buy();
    const { iban } = await account(niceId);
    await world.sandbox.bankTransfer({ ...sender, iban, reference: niceId, amount: '500', notify: 0 });
    const answer = await world.call(`/onramp/o/${niceId}/cancel`, {}, access);
    expect(answer.body).toMatchObject({ success: 0 });
    expect(await statusOf(niceId)).toBe('processing');
    const { nice_id: part } = await buy();
    await send(part, '100');
    expect((await world.call(`/onramp/o/${part}/cancel`, {}, access)).body).toMatchObject({ success: 0 });
    await db.updateTable('orders').set({ payinDeadline: new Date() }).where('niceId', '=', part).execute();
    await work({ isEarly: true });
    expect(await statusOf(part)).toBe('payin_pending');
  });
});

describe('webhooks of the bank', () => {
  const notify = async (body: string, signature = sign(body)) => {
    const headers = { 'content-type': 'application/json', 'bank-signature': signature };
    return (await world.app.inject({ method: 'POST', url: '/webhooks/bank', headers, payload: body })).statusCode;
  };
  const sign = (body: string, { time = Date.now() / 1000, secret = 'whsec_sandbox_bank', key = 'k1' } = {}) => {
    const seconds = Math.floor(time);
    return `t=${seconds},kid=${key},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
  };
  const event = (niceId: string) =>
    JSON.stringify({
      id: `evt_${Math.random()}`,
      type: 'transfer.booked',
      data: { reference: niceId, amount: '500.00' },
    });
  const stored = async () => (await db.selectFrom('receivedWebhooks').select('eventId').execute()).length;

  test('one that lies about money is only a reason to ask', async () => {
    const { nice_id: niceId } = await buy();
    expect(await notify(event(niceId))).toBe(204);
    await work();
    expect(await statusOf(niceId)).toBe('payin_pending');
    expect(await credits(niceId)).toBe(0);
  });

  test.each([
    ['no signature', () => ''],
    ['half a signature', (body: string) => sign(body).slice(0, 40)],
    ['another secret', (body: string) => sign(body, { secret: 'whsec_sandbox_guess' })],
    ['a signature of another body', () => sign('{}')],
    ['the acquirer’s secret', (body: string) => sign(body, { secret: 'whsec_sandbox_acquirer' })],
    ['a retired key', (body: string) => sign(body, { key: 'k0' })],
    ['an old replay', (body: string) => sign(body, { time: Date.now() / 1000 - 900 })],
    ['a time ahead', (body: string) => sign(body, { time: Date.now() / 1000 + 900 })],
  ])('a forged one is refused and leaves nothing: %s', async (_name, forge) => {
    const before = await stored();
    const body = event('CW0000000000000000');
    expect(await notify(body, forge(body))).toBe(400);
    expect(await stored()).toBe(before);
  });
});

describe('transfers that are hard to place', () => {
  test.each([
    ['spaces, case and other words', (id: string) => `rf ${id.slice(0, 6).toLowerCase()} ${id.slice(6)}. thank you`],
    ['no reference', () => ''],
    ['a wrong reference', () => 'rent for may'],
  ])('the order’s own account number finds it: %s', async (_name, write) => {
    const { nice_id: niceId } = await buy();
    await send(niceId, '500', { reference: write(niceId) });
    expect(await statusOf(niceId)).toBe('processing');
  });

  test.each([
    ['as it is shown', (number: string) => number],
    [
      'in small letters, without spaces',
      (number: string) => `rf ${number.toLowerCase().replaceAll(/[ -]/g, '')}, thanks`,
    ],
    ['without the letters', (number: string) => number.replace('CW-', '')],
  ])('S16 the order’s number matches it on the operator’s account number: %s', async (_name, write) => {
    const { nice_id: niceId } = await buy();
    const { reference } = await account(niceId);
    await send(niceId, '500', { iban: await world.sandbox.bankIban(), reference: write(reference) });
    expect(await statusOf(niceId)).toBe('processing');
  });

  test('the long id of an order matches it too', async () => {
    const { nice_id: niceId } = await buy();
    await send(niceId, '500', { iban: await world.sandbox.bankIban(), reference: niceId });
    expect(await statusOf(niceId)).toBe('processing');
  });

  test('a wrong reference on the operator’s account number is set aside, and is returned automatically', async () => {
    const { nice_id: niceId } = await buy();
    const reference = `CW0000000000000000 ${niceId.slice(4)}`;
    const { id } = await send(niceId, '70', { iban: await world.sandbox.bankIban(), reference });
    expect(await statusOf(niceId)).toBe('payin_pending');
    expect(await openAlarms(id)).toEqual(['transfer_unplaced']);
    expect(await world.compare()).toEqual([]);
    await db.updateTable('bankTransfers').set({ returnAfter: new Date() }).where('outsideId', '=', id).execute();
    await world.sandbox.makeFault({ provider: 'bank', fault: 'drop_answer', count: 1, call: 'return' });
    await returnUnplaced(world.context);
    await returnUnplaced(world.context);
    expect(await returned(reference)).toEqual(['70.00']);
    expect(await openAlarms(id)).toEqual([]);
  });

  test('a reference of one order on the account number of another is unassigned until a person looks', async () => {
    const { nice_id: one } = await buy();
    const { nice_id: two } = await buy();
    const { id } = await send(one, '500', { reference: two });
    expect([await statusOf(one), await statusOf(two)]).toEqual(['payin_pending', 'payin_pending']);
    expect(await openAlarms(id)).toEqual(['transfer_unplaced']);
    await db.updateTable('bankTransfers').set({ returnAfter: null }).where('outsideId', '=', id).execute();
  });

  test('an account in another name is refused with an alarm; the order waits on', async () => {
    const { nice_id: niceId } = await buy();
    const { clientId } = await db
      .selectFrom('orders')
      .select('clientId')
      .where('niceId', '=', niceId)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('clients')
      .set({ firstName: 'Ada', lastName: 'Lovelace' })
      .where('clientId', '=', clientId)
      .execute();
    await send(niceId, '500', { sender_name: 'Charles Babbage' });
    await work();
    expect(await see(niceId)).toMatchObject({ status: 'payin_pending', received_amount: '0.00' });
    expect(await openAlarms(niceId)).toEqual(['transfer_name']);
    expect(await returned(niceId)).toEqual(['500.00']);
    await send(niceId, '500', { sender_name: 'LOVELACE, A.' });
    expect(await statusOf(niceId)).toBe('processing');
  });

  test('a sender on a list of sanctioned people waits for a person: nothing goes back, and the client reads nothing of it', async () => {
    const list = { list: 'names', date: '2026-01-31', names: ['Mallory Listed'] };
    await replaceList(db, list, async () => undefined);
    const { nice_id: niceId } = await buy();
    const before = await world.read(niceId, access);
    const { id } = await send(niceId, '500', { sender_name: 'LISTED, Mallory' });
    await returnUnplaced(world.context);
    await work();
    expect(await openAlarms(id)).toEqual(['sanctions_hit']);
    expect(await returned(niceId)).toEqual(['0.00']);
    const { changed_at: _changed, now: _now, ...after } = await world.read(niceId, access);
    expect(before).toMatchObject(after);
    expect(JSON.stringify(after)).not.toMatch(/sanction|mismatch|screen/i);
    expect(await world.compare()).toEqual([]);
    // The list changes, or the person knows better.
    await placeTransfer(world.context, { outsideId: id, niceId, operator: 'grace' });
    await work();
    expect(await statusOf(niceId)).toBe('processing');
  });
});

describe('refunds', () => {
  test('a sender who takes nothing back is given it on the balance', async () => {
    const { nice_id: niceId } = await buy();
    await send(niceId, '120', { sender_iban: 'closed' });
    await decide(niceId, 'no');
    await work();
    expect(await see(niceId)).toMatchObject({ status: 'refunded', refund_method: 'balance' });
    expect(await returned(niceId)).toEqual(['0.00']);
    const [balance] = await listBalances(db, `client:${await clientOf(niceId)}`);
    expect(balance).toMatchObject({ currency: 'EUR', balance: 12_000n });
  });

  test.each(['error', 'drop_answer', 'reject', 'hang'])('a bank with the fault %s sends it once', async (fault) => {
    const { nice_id: niceId } = await buy();
    await send(niceId, '130');
    await world.sandbox.makeFault({ provider: 'bank', fault, count: 1, call: 'return' });
    await decide(niceId, 'no');
    await expect
      .poll(
        async () => {
          await work({ isEarly: true });
          return (await world.compare()).length === 0 && (await returned(niceId));
        },
        { timeout: 90_000 },
      )
      .toEqual(['130.00']);
    expect((await see(niceId)).refund_method).toBe('bank');
  });
});

test.each([
  ['error', 2],
  ['drop_answer', 2],
  ['hang', 1],
])('a bank whose list fails with %s is asked again; nothing is lost', async (fault, count) => {
  const { nice_id: niceId } = await buy();
  await world.sandbox.makeFault({ provider: 'bank', fault, count, call: 'transfers' });
  await send(niceId, '500');
  expect(await statusOf(niceId)).toBe('payin_pending');
  await collect();
  await collect();
  expect(await statusOf(niceId)).toBe('processing');
});

async function clientOf(niceId: string): Promise<string> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('clients', 'clients.clientId', 'orders.clientId')
    .select('clients.niceId')
    .where('orders.niceId', '=', niceId)
    .executeTakeFirstOrThrow();
  return row.niceId;
}
