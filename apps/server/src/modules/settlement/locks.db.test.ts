import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepTime } from '../rates/known-time.ts';
import type { AppContext } from '../../context.ts';
import { bitcoinCall } from '../chain-payins/fixtures/bitcoin-call.ts';
import { bitcoinDeposits } from '../chain-payins/bitcoin-deposits.ts';
import { scanDeposits } from '../chain-payins/scan-deposits.ts';
import { payByTransfer } from '../bank-payins/fixtures/pay-by-transfer.ts';
import { collectTransfers } from '../bank-payins/collect-transfers.ts';
import { trustClock } from '../operating/accept-price.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { readArrival } from './receive-money.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
await world.fundWallet('20');

let access = '';
beforeEach(async () => {
  access = await world.signIn();
  await priceAt('50000.00');
});
afterEach(() => expectSound(world));

async function priceAt(eur: string): Promise<void> {
  await sandbox.setPrice({ asset: 'BTC', eur, hold: true });
  // Of a price that was asked for before, too: a test must not begin with the one that the test before it left.
  const known = () => Number(context.rates.readGuard().accepted.get('BTC') ?? 0n) / 1e18 / Number(eur);
  await expect.poll(known, { timeout: 10_000 }).toBeCloseTo(1, 2);
}

const sepa = { payin_group: 'sepa', is_floating_rate: '0' };
const sell = { payin_currency: 'BTC', payin_group: 'bitcoin', payout_currency: 'EUR', payout_group: 'balance' };

async function orderOf(changes: Record<string, string>) {
  const { order, body } = await world.buy(access, { is_floating_rate: '0', ...changes });
  if (body.errors.length > 0) throw new Error(JSON.stringify(body.errors));
  const { orderId } = await db
    .selectFrom('orders')
    .select('orderId')
    .where('niceId', '=', order.nice_id)
    .executeTakeFirstOrThrow();
  return { ...order, orderId };
}

async function sendTransfer(niceId: string, amount: string): Promise<void> {
  await world.work();
  await payByTransfer(world, niceId, amount);
  await collectTransfers(context);
}

/** Ends the price so many seconds ago; the order was made before that. */
async function endPrice(orderId: string, secondsAgo = 1): Promise<void> {
  const ago = sql<Date>`now() - make_interval(secs => ${secondsAgo})`;
  await db
    .updateTable('orders')
    .set({ expiresAt: ago, createdAt: sql<Date>`created_at - interval '1 hour'` })
    .where('orderId', '=', orderId)
    .execute();
}

async function readOrder(niceId: string) {
  return db
    .selectFrom('orders')
    .select(['status', 'decisionKind', 'payoutAmount', 'payinAmount'])
    .where('niceId', '=', niceId)
    .executeTakeFirstOrThrow();
}

describe('a lock is worth what was locked', () => {
  test('more than was promised is exchanged at the current price', async () => {
    const order = await orderOf({ ...sepa, payin_amount: '40' });
    await priceAt('60000.00');
    const fresh = Number((await world.calculate({ ...sepa, payin_amount: '900' })).calc.payout_amount);
    const freshOfPromised = Number((await world.calculate({ ...sepa, payin_amount: '40' })).calc.payout_amount);
    await sendTransfer(order.nice_id, '900.00');
    await world.until(order.nice_id, 'processing');
    const { payoutAmount } = await readOrder(order.nice_id);
    const most = Number(order.payout_amount) + fresh - freshOfPromised;
    expect(Number(payoutAmount) / 1e8).toBeGreaterThan(fresh);
    expect(Number(payoutAmount) / 1e8).toBeLessThanOrEqual(most + 2e-8);
  });

  test('a card that was approved after the price had ended is late', async () => {
    const order = await orderOf({ payin_amount: '100' });
    await endPrice(order.orderId);
    await sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved');
    await world.work();
    expect(await readOrder(order.nice_id)).toMatchObject({ status: 'pending', decisionKind: 'late' });
  });

  test('an order from the balance is not approved once its time has ended, whatever the job does', async () => {
    const client = await world.signInClient();
    await world.giveBalance(client, 100_000n, 'EUR');
    const { body } = await world.buy(client.access, { payin_group: 'balance', payin_amount: '50' });
    await world.work();
    const messages = await sandbox.inbox(client.email);
    const [code = ''] = messages.flatMap(({ subject }) => /^(\d{6}) approves/.exec(subject ?? '')?.[1] ?? []);
    const { orderId } = await db
      .selectFrom('orders')
      .select('orderId')
      .where('clientId', '=', client.clientId)
      .executeTakeFirstOrThrow();
    await endPrice(orderId);
    await db
      .updateTable('orders')
      .set({ payinDeadline: sql<Date>`now() - interval '1 second'` })
      .where('orderId', '=', orderId)
      .execute();
    const captcha = await sandbox.captchaToken('code');
    const fields = { uuid: body.uuid, code, 'g-recaptcha-response': captcha };
    const approved = await world.call('/order/approve_withdrawal', fields, client.access);
    expect(approved.body.errors.map((item) => item.code)).toEqual(['ORDER_STATUS_CHANGED']);
  });

  test('coins sent in time and in a block after the price had ended get the lower of both prices', async () => {
    const fall = await orderOf({ ...sell, payin_amount: '0.01' });
    const { address } = await db
      .selectFrom('depositAddresses')
      .select('address')
      .where('orderId', '=', fall.orderId)
      .executeTakeFirstOrThrow();
    await sandbox.send('bitcoin', { address, amount: '0.01' });
    await scanDeposits(context, bitcoinDeposits);
    await db
      .updateTable('deposits')
      .set({ seenAt: sql<Date>`now() - interval '10 minutes'` })
      .where('orderId', '=', fall.orderId)
      .execute();
    await endPrice(fall.orderId, 60);
    await priceAt('45000.00');
    const now = (await world.calculate({ ...sell, payin_amount: '0.01', is_floating_rate: '0' })).calc.payout_amount;
    await sandbox.mine('bitcoin', 2);
    await scanDeposits(context, bitcoinDeposits);
    const { status, payoutAmount } = await readOrder(fall.nice_id);
    expect(status).toBe('finished');
    expect(Number(payoutAmount) / 100).toBe(Number(now));
    expect(Number(now)).toBeLessThan(Number(fall.payout_amount));
  });

  test('coins that the network dropped and that are sent again after the price had ended are late', async () => {
    const fixed = await orderOf({ ...sell, payin_amount: '0.01' });
    const { address } = await db
      .selectFrom('depositAddresses')
      .select('address')
      .where('orderId', '=', fixed.orderId)
      .executeTakeFirstOrThrow();
    const txid = await sandbox.send('bitcoin', { address, amount: '0.01' });
    const raw = await bitcoinCall(context, 'getrawtransaction', [txid]);
    await scanDeposits(context, bitcoinDeposits);
    await db
      .updateTable('deposits')
      .set({ seenAt: sql<Date>`now() - interval '10 minutes'` })
      .where('orderId', '=', fixed.orderId)
      .execute();
    await sandbox.dropTransaction('bitcoin', txid);
    await scanDeposits(context, bitcoinDeposits);
    await endPrice(fixed.orderId, 60);
    // The very same transaction.
    await bitcoinCall(context, 'sendrawtransaction', [raw]);
    await sandbox.mine('bitcoin', 2);
    await scanDeposits(context, bitcoinDeposits);
    expect(await readOrder(fixed.nice_id)).toMatchObject({ status: 'pending', decisionKind: 'late' });
  });
});

describe('times from outside are bounded', () => {
  const arrivalOf = (orderId: string, arrivedAt: Date | undefined, clock: AppContext['clock'] = context.clock) =>
    readArrival({ clock }, db, orderId, { arrivedAt, settledAt: undefined });
  const ahead = () => new Date(Date.now() + 20_000);

  test('a bank’s clock ahead of ours does not keep a price alive', async () => {
    const { orderId } = await orderOf({ ...sepa, payin_amount: '40' });
    expect((await arrivalOf(orderId, ahead())).isInTime).toBe(true);
    await endPrice(orderId);
    expect((await arrivalOf(orderId, ahead())).isInTime).toBe(false);
    expect((await arrivalOf(orderId, undefined)).isInTime).toBe(false);
    expect((await arrivalOf(orderId, new Date(Date.now() - 600_000))).isInTime).toBe(true);
    expect((await arrivalOf(orderId, new Date(0))).isInTime).toBe(false);
  });

  test('a clock of ours that goes back revives nothing, until a person believes it', async () => {
    const { orderId } = await orderOf({ ...sepa, payin_amount: '40' });
    await endPrice(orderId);
    await keepTime(context);
    const back = { now: () => new Date(Date.now() - 7_200_000) };
    expect((await arrivalOf(orderId, undefined, back)).isInTime).toBe(false);
    expect((await arrivalOf(orderId, new Date(), back)).isInTime).toBe(false);
    await trustClock({ ...context, clock: back }, { operator: 'ann' });
    expect((await arrivalOf(orderId, undefined, back)).isInTime).toBe(true);
    await keepTime(context);
  });
});
