import { runSql } from '@causeway/testing/run-sql';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createBitcoinCore } from '../../providers/bitcoin/bitcoin-core.ts';
import { expectDueJobs, expectSound } from '../orders/fixtures/expect-sound.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';

const world = await openOrderWorld();
const access = await world.signIn();
const { db } = world.context;
afterEach(() => expectSound(world));

async function buyAndPay(amount = '250'): Promise<string> {
  const { order } = await world.buy(access, { payin_amount: amount });
  await world.sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved');
  await world.until(order.nice_id, 'processing');
  return order.nice_id;
}

/** Polls the payouts now instead of at their time. */
const look = () => world.work({ isEarly: true });

async function sent(niceId: string): Promise<string> {
  await expect
    .poll(
      async () => {
        await look();
        return (await world.read(niceId)).txid;
      },
      { timeout: 90_000 },
    )
    .not.toBe('');
  return (await world.read(niceId)).txid;
}

const openAlarms = async () =>
  (await db.selectFrom('alarms').select('kind').where('clearedAt', 'is', null).execute()).map(({ kind }) => kind);
const outgoing = async () => (await world.sandbox.journal()).chain_out.length;

describe('paying out', () => {
  test('an empty wallet raises the alarm and the order waits; coins let it go on', async () => {
    // A deposit that a reorganisation took away is no coin that comes free.
    const lost = { chain: 'bitcoin', txid: 'f'.repeat(64), outputIndex: 0, amount: 10n ** 9n, origin: 'deposit' };
    await db
      .insertInto('walletOutputs')
      .values({ ...lost, isSpendable: false, createdAt: new Date() })
      .execute();
    const niceId = await buyAndPay();
    await world.work();
    expect(await openAlarms()).toEqual(['wallet_short']);
    await runSql(world.ownerUrl, 'delete from wallet_outputs where txid = $1', [lost.txid]);
    expect(await world.read(niceId)).toMatchObject({ status: 'processing', txid: '' });
    await world.fundWallet('3');
    await look();
    await sent(niceId);
    expect(await openAlarms()).toEqual([]);
  });

  test('coins are taken into the books once, however often the wallet is scanned', async () => {
    await world.fundWallet('1');
    await look();
    const funding = await db
      .selectFrom('ledgerEntries')
      .select('reference')
      .where('kind', '=', 'wallet_funding')
      .execute();
    expect(new Set(funding.map((entry) => entry.reference)).size).toBe(funding.length);
    expect(await compareWithOutside(world.context)).toEqual([]);
  });

  test.each(['drop_answer', 'hang'])(
    'a broadcast with the fault %s is looked up and not repeated with other bytes',
    async (fault) => {
      const before = await outgoing();
      await world.sandbox.makeFault({ provider: 'bitcoin', fault, count: 1, call: 'sendrawtransaction' });
      const { config, providers } = world.context;
      const impatient = createBitcoinCore(config, { timeoutMs: 1000 });
      vi.spyOn(providers.bitcoin, 'broadcast').mockImplementationOnce(impatient.broadcast);
      const niceId = await buyAndPay();
      const { orderId } = await db
        .selectFrom('orders')
        .select('orderId')
        .where('niceId', '=', niceId)
        .executeTakeFirstOrThrow();
      await world.work();
      const { txid, status } = await db
        .selectFrom('payouts')
        .select(['txid', 'status'])
        .where('orderId', '=', orderId)
        .executeTakeFirstOrThrow();
      // A payout that is booked as sent is really outside.
      expect([status, (await outgoing()) - before]).not.toEqual(['broadcast', 0]);
      await expectDueJobs(world);
      await look();
      expect(await sent(niceId)).toBe(txid);
      expect(await outgoing()).toBe(before + 1);
    },
  );

  test('a broadcast that is refused raises the alarm, keeps its bytes and tries them again', async () => {
    const before = await outgoing();
    const refused = new ProviderError('bitcoin', 'refused', {
      code: 'rejected',
      message: 'non-mandatory-script-verify-flag',
    });
    vi.spyOn(world.context.providers.bitcoin, 'broadcast')
      .mockRejectedValueOnce(refused)
      .mockRejectedValueOnce(refused);
    const niceId = await buyAndPay();
    await world.work();
    const signed = await db
      .selectFrom('payouts')
      .select(['txid', 'rawTransaction'])
      .where('status', '=', 'signed')
      .executeTakeFirstOrThrow();
    expect(await openAlarms()).toEqual(['payout_failed']);
    await look();
    expect(await sent(niceId)).toBe(signed.txid);
    expect(await outgoing()).toBe(before + 1);
    expect(await openAlarms()).toEqual([]);
  });

  test('a node that cannot be asked means wait', async () => {
    const niceId = await buyAndPay();
    await sent(niceId);
    await world.sandbox.mine('bitcoin', 2);
    // More than all followed payouts together query in one poll.
    await world.sandbox.makeFault({ provider: 'bitcoin', fault: 'error', count: 8, call: 'getrawtransaction' });
    await look();
    expect((await world.read(niceId)).status).toBe('processing');
    await expect
      .poll(
        async () => {
          await look();
          return (await world.read(niceId)).status;
        },
        { timeout: 10_000 },
      )
      .toBe('finished');
  });

  test('many at once use every output once', async () => {
    const orders = await Promise.all([buyAndPay('60'), buyAndPay('70'), buyAndPay('80'), buyAndPay('90')]);
    const txids = await Promise.all(orders.map(sent));
    expect(new Set(txids).size).toBe(4);
    await world.sandbox.mine('bitcoin', 2);
    await look();
    for (const niceId of orders) expect((await world.read(niceId)).status).toBe('finished');
    expect(await compareWithOutside(world.context)).toEqual([]);
  });
});

describe('a reorganisation', () => {
  test('that puts the transaction back into the mempool only costs time', async () => {
    const niceId = await buyAndPay();
    await sent(niceId);
    await world.sandbox.mine('bitcoin', 1);
    await look();
    expect((await world.read(niceId)).payout_confirmations).toBe(1);
    await world.sandbox.reorganise('bitcoin', 1);
    await look();
    expect(await world.read(niceId)).toMatchObject({ status: 'processing', payout_confirmations: 0 });
    await world.sandbox.mine('bitcoin', 2);
    await look();
    expect((await world.read(niceId)).status).toBe('finished');
  });

  test('that makes the network forget the transaction has the same bytes sent again', async () => {
    const before = await outgoing();
    const niceId = await buyAndPay();
    const txid = await sent(niceId);
    await world.sandbox.mine('bitcoin', 1);
    await look();
    await world.sandbox.reorganise('bitcoin', 1, [txid]);
    await look();
    await world.sandbox.mine('bitcoin', 2);
    await look();
    expect(await world.read(niceId)).toMatchObject({ status: 'finished', txid });
    expect(await outgoing()).toBe(before + 1);
  });

  test('after the order was finished raises the alarm until the coins are safe again; the order stays finished', async () => {
    const niceId = await buyAndPay();
    const txid = await sent(niceId);
    await world.sandbox.mine('bitcoin', 2);
    await look();
    expect((await world.read(niceId)).status).toBe('finished');
    await world.sandbox.reorganise('bitcoin', 2, [txid]);
    await look();
    expect(await openAlarms()).toEqual(['payout_reorganised']);
    await world.sandbox.mine('bitcoin', 6);
    await look();
    expect(await openAlarms()).toEqual([]);
    expect(await world.read(niceId)).toMatchObject({ status: 'finished', txid });
    const { status } = await db
      .selectFrom('payouts')
      .select('status')
      .where('txid', '=', txid)
      .executeTakeFirstOrThrow();
    expect(status).toBe('settled');
  });
});
