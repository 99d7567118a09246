import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { creditPayoutToBalance } from '../operating/blocked-payouts.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { syncCardPayment } from '../acquirer-payins/results/sync-card-payment.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { broadcastPayout } from './broadcast-payout.ts';
import { followPayout } from './follow-payout.ts';
import { buildPayouts } from './build-payout.ts';

const world = await openOrderWorld();
const access = await world.signIn();
const { db } = world.context;
beforeAll(async () => {
  await world.fundWallet('20', 'ETH');
  await world.fundWallet('50000', 'USDT');
});
afterEach(() => expectSound(world));

interface Bought {
  niceId: string;
  orderId: string;
}

/** Orders that are not settled yet, polled by `look`. */
const bought: Bought[] = [];

/** Buys and pays; the payout is planned afterwards. Only jobs that a test needs are run. */
async function buyAndPay(currency: string, amount = '250'): Promise<Bought> {
  const { order } = await world.buy(access, {
    payin_amount: amount,
    payout_currency: currency,
    payout_group: 'ethereum',
    dst_address: await world.sandbox.outsideAddress('ethereum'),
  });
  await world.sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved', 0);
  const { orderId } = await db
    .selectFrom('orders')
    .select('orderId')
    .where('niceId', '=', order.nice_id)
    .executeTakeFirstOrThrow();
  await syncCardPayment(world.context, orderId);
  const one = { niceId: order.nice_id, orderId };
  bought.push(one);
  return one;
}

const read = ({ niceId }: Bought) => world.read(niceId, access);
const build = ({ orderId }: Bought) => buildPayouts(world.context, [{ orderId }]);

async function sent(one: Bought): Promise<string> {
  await build(one);
  const { txid } = await read(one);
  expect(txid).not.toBe('');
  return txid;
}

async function look(): Promise<void> {
  for (const { orderId } of bought) await followPayout(world.context, orderId);
}

async function openAlarms(): Promise<string[]> {
  const rows = await db.selectFrom('alarms').select('kind').where('clearedAt', 'is', null).execute();
  return rows.map(({ kind }) => kind);
}

async function mine(blocks: number): Promise<void> {
  await world.sandbox.mine('ethereum', blocks);
  await look();
}

async function outgoing(): Promise<string[]> {
  return (await world.sandbox.journal()).chain_out.map(({ txid }) => txid);
}

const payoutOf = (txid: string) =>
  db.selectFrom('payouts').selectAll().where('txid', '=', txid).executeTakeFirstOrThrow();
const fault = (kind: string, call: string, count = 1) =>
  world.sandbox.makeFault({ provider: 'ethereum', fault: kind, count, call });

describe('paying out of an account', () => {
  test.each(['ETH', 'USDT'])('%s is signed, sent, confirmed and booked, its gas in ether', async (currency) => {
    const one = await buyAndPay(currency);
    const txid = await sent(one);
    expect(await compareWithOutside(world.context)).toEqual([]);
    await mine(3);
    const order = await read(one);
    expect(order).toMatchObject({ status: 'finished', txid, payout_confirmations: 3 });
    const paid = (await world.sandbox.journal()).chain_out.find((row) => row.txid === txid);
    expect(paid).toMatchObject({ currency, failed: false });
    expect(Number(paid?.amount)).toBe(Number(order.payout_amount));
    expect(Number(paid?.fee)).toBeGreaterThan(0);
    expect(await compareWithOutside(world.context)).toEqual([]);
  });

  test('a broadcast whose answer is lost is looked up and not repeated under another nonce', async () => {
    const before = await outgoing();
    await fault('drop_answer', 'eth_sendRawTransaction');
    await sent(await buyAndPay('ETH'));
    expect(await outgoing()).toHaveLength(before.length + 1);
    await mine(3);
  });

  test('a broadcast that is refused keeps its bytes and its number, and tries them again', async () => {
    const before = await outgoing();
    await fault('reject', 'eth_sendRawTransaction', 2);
    const one = await buyAndPay('USDT');
    await build(one);
    const signed = await db
      .selectFrom('payouts')
      .select('txid')
      .where('status', '=', 'signed')
      .executeTakeFirstOrThrow();
    expect(await openAlarms()).toEqual(['payout_failed']);
    await expect(broadcastPayout(world.context, one.orderId)).rejects.toThrow(/underpriced/);
    await broadcastPayout(world.context, one.orderId);
    expect((await read(one)).txid).toBe(signed.txid);
    expect(await outgoing()).toHaveLength(before.length + 1);
    expect(await openAlarms()).toEqual([]);
    await mine(3);
  });

  test('a node that stops or lags means wait', async () => {
    const one = await buyAndPay('ETH');
    await sent(one);
    await world.sandbox.mine('ethereum', 3);
    await fault('stop', 'eth_getTransactionReceipt');
    await expect(followPayout(world.context, one.orderId)).rejects.toThrow(/unknown|unreachable/);
    expect((await read(one)).status).toBe('processing');
    await fault('lag', 'eth_getTransactionReceipt');
    await followPayout(world.context, one.orderId);
    expect((await read(one)).status).toBe('processing');
    await followPayout(world.context, one.orderId);
    expect((await read(one)).status).toBe('finished');
  });

  test('many at once have numbers without a gap, and a signing that fails leaves none', async () => {
    const orders: Bought[] = [];
    for (const amount of ['60', '70', '80', '90']) orders.push(await buyAndPay('ETH', amount));
    await Promise.all(orders.map(build));
    await mine(3);
    for (const one of orders) expect((await read(one)).status).toBe('finished');
    const rows = await db.selectFrom('accountTransactions').select('nonce').orderBy('nonce').execute();
    expect(rows.map(({ nonce }) => Number(nonce))).toEqual(rows.map((_row, index) => index));
  });

  test('a wallet that is short of a token waits for it without using up a number', async () => {
    const one = await buyAndPay('LINK', '100');
    await build(one);
    const numbers = await db.selectFrom('accountNonces').selectAll().execute();
    expect(await openAlarms()).toEqual(['wallet_short']);
    await world.fundWallet('100', 'LINK');
    await sent(one);
    expect(numbers.map(({ nextNonce }) => nextNonce + 1n)).toEqual(
      (await db.selectFrom('accountNonces').selectAll().execute()).map(({ nextNonce }) => nextNonce),
    );
    expect(await openAlarms()).toEqual([]);
    await mine(3);
  });

  test('a transfer that the chain carried no token for gives the order its coins back and asks a person', async () => {
    const one = await buyAndPay('USDT');
    const { niceId } = one;
    const { address } = await db
      .selectFrom('payouts')
      .select('address')
      .where('orderId', '=', one.orderId)
      .executeTakeFirstOrThrow();
    const txid = await sent(one);
    await world.sandbox.blockAddress('USDT', address);
    await mine(3);
    // A reorganisation could still carry it out.
    expect((await payoutOf(txid)).status).toBe('confirmed');
    expect(await openAlarms()).toEqual([]);
    await mine(9);
    expect((await read(one)).status).toBe('processing');
    expect((await payoutOf(txid)).status).toBe('failed');
    expect(await openAlarms()).toEqual(['payout_failed']);
    expect(await compareWithOutside(world.context)).toEqual([]);
    await creditPayoutToBalance(world.context, { niceId, operator: 'grace' });
    expect(await openAlarms()).toEqual([]);
    expect((await read(one)).status).toBe('refunded');
  });
});

describe('a transaction that waits too long', () => {
  test('is signed again for more under the same number; only one of them counts', async () => {
    const one = await buyAndPay('ETH');
    const first = await sent(one);
    await db
      .updateTable('accountAttempts')
      .set({ createdAt: new Date(Date.now() - 3_600_000) })
      .where('txid', '=', first)
      .execute();
    await look();
    await mine(3);
    const order = await read(one);
    expect(order.status).toBe('finished');
    expect(order.txid).not.toBe(first);
    const rows = (await world.sandbox.journal()).chain_out.filter(({ txid }) => [first, order.txid].includes(txid));
    expect(rows.map(({ replaced }) => replaced)).toEqual([true, false]);
    expect(await compareWithOutside(world.context)).toEqual([]);
  });
});

describe('bytes that no node takes', () => {
  test('are priced again after their waiting time although they were never sent, and delay no other', async () => {
    await fault('reject', 'eth_sendRawTransaction', 2);
    const one = await buyAndPay('ETH');
    await build(one);
    await expect(broadcastPayout(world.context, one.orderId)).rejects.toThrow(/underpriced/);
    const { txid: first } = await db
      .selectFrom('payouts')
      .select('txid')
      .where('orderId', '=', one.orderId)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('accountAttempts')
      .set({ createdAt: new Date(Date.now() - 3_600_000) })
      .where('txid', '=', first ?? '')
      .execute();
    await fault('reject', 'eth_sendRawTransaction');
    await broadcastPayout(world.context, one.orderId);
    const next = await buyAndPay('ETH');
    await sent(next);
    await mine(3);
    const order = await read(one);
    expect(order.status).toBe('finished');
    expect(order.txid).not.toBe(first);
    expect((await read(next)).status).toBe('finished');
    expect(await openAlarms()).toEqual([]);
  });
});

describe('a reorganisation', () => {
  test('that makes the network forget the transaction has the same bytes sent again, its fee booked again', async () => {
    const one = await buyAndPay('USDT');
    const txid = await sent(one);
    await mine(1);
    await world.sandbox.reorganise('ethereum', 1, [txid]);
    await look();
    expect(await compareWithOutside(world.context)).toEqual([]);
    await mine(3);
    expect(await read(one)).toMatchObject({ status: 'finished', txid });
    expect(await compareWithOutside(world.context)).toEqual([]);
  });

  test('after the order was finished raises the alarm until the coins are safe again', async () => {
    const one = await buyAndPay('ETH');
    const txid = await sent(one);
    await mine(3);
    expect((await read(one)).status).toBe('finished');
    await world.sandbox.reorganise('ethereum', 3, [txid]);
    await look();
    expect(await openAlarms()).toEqual(['payout_reorganised']);
    await mine(12);
    expect(await openAlarms()).toEqual([]);
    expect((await payoutOf(txid)).status).toBe('settled');
    expect(await read(one)).toMatchObject({ status: 'finished', txid });
  });
});

describe('two servers, one paused in the middle of a pay-out', () => {
  test.each(['eth_feeHistory', 'eth_estimateGas', 'eth_sendRawTransaction'])(
    'make one pay-out: paused at %s',
    async (call) => {
      const before = await outgoing();
      const one = await buyAndPay('USDT');
      // The paused server's call to the node takes longer than all the work of the other.
      await world.sandbox.makeFault({ provider: 'ethereum', fault: 'late', count: 1, call, delay_ms: 1500 });
      const paused = build(one);
      await sleep(700);
      await build(one);
      await paused;
      expect(await outgoing()).toHaveLength(before.length + 1);
      await mine(3);
      expect((await read(one)).status).toBe('finished');
      expect(await compareWithOutside(world.context)).toEqual([]);
    },
  );
});
