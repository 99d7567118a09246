import { runSql } from '@causeway/testing/run-sql';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AppContext } from '../../../context.ts';
import { ProviderError } from '../../../providers/provider-error.ts';
import { virtualBytes } from '../../../providers/bitcoin/wallet.ts';
import { agreeWithChain } from '../../chain-wallets/agree-with-chain.ts';
import { syncCardPayment } from '../../acquirer-payins/results/sync-card-payment.ts';
import { markLost } from '../../order-lifecycle/refund-payout.ts';
import { Crash, crashAt } from '../../orders/fixtures/crash-at.ts';
import { expectSound } from '../../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../../orders/fixtures/open-order-world.ts';
import { releasePayouts } from '../../operating/release-payouts.ts';
import { copyDatabase } from '../../orders/fixtures/restore-copy.ts';
import { listHolds, openHold } from '../../payout-holds/store.ts';
import { compareWallet } from '../../reconciliation/compare-wallet.ts';
import { buildPayouts } from '../build-payout.ts';
import { followPayout } from '../follow-payout.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
const access = await world.signIn();

/** The context after so many minutes, while miners ask for so much. */
function at(minutes: number, rate: bigint | undefined, own: AppContext = context): AppContext {
  const bitcoin = { ...own.providers.bitcoin, estimateFeeRate: () => Promise.resolve(rate) };
  const clock = { ...own.clock, now: () => new Date(Date.now() + minutes * 60_000) };
  return { ...own, clock, providers: { ...own.providers, bitcoin } };
}

/** A payout that waits to be signed. */
async function planOne(): Promise<{ orderId: string }> {
  const { order } = await world.buy(access, { payin_amount: '60' });
  await sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved', 0);
  const { orderId } = await db
    .selectFrom('orders')
    .select('orderId')
    .where('niceId', '=', order.nice_id)
    .executeTakeFirstOrThrow();
  await syncCardPayment(context, orderId);
  return { orderId };
}

/** A payout that was sent for so much a byte. */
async function sendFor(rate: bigint): Promise<{ orderId: string }> {
  const one = await planOne();
  await buildPayouts(at(0, rate), [one]);
  expect((await payoutOf(one)).status).toBe('broadcast');
  return one;
}

const payoutOf = ({ orderId }: { orderId: string }) =>
  db.selectFrom('payouts').selectAll().where('orderId', '=', orderId).executeTakeFirstOrThrow();
const bumpsOf = async (one: { orderId: string }, { db }: Pick<AppContext, 'db'> = context) =>
  db
    .selectFrom('feeBumps')
    .selectAll()
    .where('payoutId', '=', (await payoutOf(one)).payoutId)
    .orderBy('createdAt')
    .execute();

async function expectAgreement(): Promise<void> {
  expect(await compareWallet(context)).toEqual([]);
  await expectSound(world);
}

/** What the payout and all that pays for it give for a byte. */
async function packageRate(one: { orderId: string }): Promise<bigint> {
  const all = [await payoutOf(one), ...(await bumpsOf(one))];
  const bytes = all.reduce((sum, { rawTransaction }) => sum + virtualBytes(rawTransaction ?? ''), 0n);
  return all.reduce((sum, { fee }) => sum + (fee ?? 0n), 0n) / bytes;
}

beforeEach(async () => {
  await sandbox.mine('bitcoin', 6);
  await runSql(world.ownerUrl, 'update wallet_outputs set is_spendable = false');
  await world.fundWallet('0.2');
});

describe('a stuck attempt is priced again: a bitcoin payout behind which nothing comes', () => {
  test('is paid for by its own change once it has waited, to what miners take, and both are final', async () => {
    const one = await sendFor(2n);
    await followPayout(at(10, 20n), one.orderId);
    await followPayout(at(21, 2n), one.orderId);
    await followPayout(at(21, undefined), one.orderId);
    expect(await bumpsOf(one)).toEqual([]);

    await followPayout(at(21, 20n), one.orderId);
    expect(await bumpsOf(one)).toMatchObject([{ status: 'sent' }]);
    expect(await packageRate(one)).toBe(20n);
    expect(await compareWallet(context)).toEqual([]);
    // It is in time for this fee, and for a higher one after as long again.
    await followPayout(at(30, 40n), one.orderId);
    expect(await bumpsOf(one)).toHaveLength(1);
    await followPayout(at(42, 40n), one.orderId);
    expect(await packageRate(one)).toBe(40n);
    expect(await compareWallet(context)).toEqual([]);

    await sandbox.mine('bitcoin', 2);
    await followPayout(context, one.orderId);
    expect((await payoutOf(one)).status).toBe('confirmed');
    const back = db
      .selectFrom('walletOutputs')
      .select('ancestors')
      .where('txid', '=', (await bumpsOf(one)).at(-1)?.txid ?? '');
    expect(await back.execute()).toEqual([{ ancestors: 0 }]);
    await expectAgreement();
    await sandbox.mine('bitcoin', 6);
    await followPayout(context, one.orderId);
    await followPayout(context, one.orderId);
    expect((await payoutOf(one)).status).toBe('settled');
    expect(await bumpsOf(one)).toMatchObject([{ status: 'settled' }, { status: 'settled' }]);
    await expectAgreement();
  });

  test('is not paid for once its payment was taken back', async () => {
    const one = await sendFor(2n);
    await markLost(db, one, { key: 'payment:another:via:this', lost: 1n });
    await followPayout(at(21, 20n), one.orderId);
    expect(await bumpsOf(one)).toEqual([]);
  });

  test('is left to a person at the share that fees may take of what waits', async () => {
    const one = await sendFor(2n);
    await followPayout(at(21, 300n), one.orderId);
    await followPayout(at(42, 300n), one.orderId);
    const { amount, fee } = await payoutOf(one);
    const [bump, ...more] = await bumpsOf(one);
    expect(more).toEqual([]);
    const most = (amount * BigInt(context.config.NETWORK_FEE_MOST_PERCENT)) / 100n;
    expect((fee ?? 0n) + (bump?.fee ?? 0n)).toBe(most);
  });

  test('the next payout spends what comes back, and pays for both only what is missing', async () => {
    const one = await sendFor(2n);
    await followPayout(at(21, 10n), one.orderId);
    const [bump] = await bumpsOf(one);
    const next = await sendFor(10n);
    const { rawTransaction, fee } = await payoutOf(next);
    expect(fee).toBeLessThan(virtualBytes(rawTransaction ?? '') * 11n);
    const back = await db
      .selectFrom('walletOutputs')
      .selectAll()
      .where('txid', '=', bump?.txid ?? '')
      .execute();
    expect(back).toMatchObject([{ spentByPayoutId: (await payoutOf(next)).payoutId, ancestors: 2 }]);
    // Nothing of the first is left to spend: the last in the line pays for all.
    await followPayout(at(60, 30n), one.orderId);
    expect(await bumpsOf(one)).toHaveLength(1);
    await followPayout(at(60, 30n), next.orderId);
    const all = [await payoutOf(one), bump, await payoutOf(next), ...(await bumpsOf(next))];
    const bytes = all.reduce((sum, row) => sum + virtualBytes(row?.rawTransaction ?? ''), 0n);
    expect(all.reduce((sum, row) => sum + (row?.fee ?? 0n), 0n)).toBe(bytes * 30n);
    await expectAgreement();
  });

  test('nothing is signed while payouts of the chain are held', async () => {
    const one = await sendFor(2n);
    await openHold(context, db, { chain: 'bitcoin', reason: 'unknown_spend', subject: 'a stranger' });
    await followPayout(at(21, 20n), one.orderId);
    expect(await bumpsOf(one)).toEqual([]);
    await runSql(world.ownerUrl, 'delete from payout_holds');
    // What was seen of the chain counts for some seconds.
    await expect.poll(() => agreeWithChain(context, 'bitcoin')).toBe(true);
  });
});

describe('the outside and restarts, while a fee is raised', () => {
  test.each(['before', 'after'] as const)('pays once, wherever the program ends: %s a commit', async (when) => {
    for (let count = 1, isThrough = false; !isThrough; count += 1) {
      const one = await sendFor(2n);
      const crashing = crashAt(db, count, when);
      for (let isDone = false; !isDone;)
        isDone = await followPayout(at(21, 20n, { ...context, db: crashing.db }), one.orderId).then(
          () => true,
          (error: unknown) => {
            if (!(error instanceof Crash)) throw error;
            return false;
          },
        );
      isThrough = crashing.count() < count;
      expect(await bumpsOf(one), `${when} transaction ${count}`).toMatchObject([{ status: 'sent' }]);
      expect(await packageRate(one)).toBe(20n);
      await expectAgreement();
      await sandbox.mine('bitcoin', 1);
      await followPayout(context, one.orderId);
    }
  });

  test('a lost answer is looked up, and a transaction that no node has is sent again', async () => {
    const one = await sendFor(2n);
    const lost = at(21, 20n);
    const usual = lost.providers.bitcoin.broadcast.bind(context.providers.bitcoin);
    lost.providers.bitcoin.broadcast = async () => {
      throw new ProviderError('bitcoin', 'unreachable');
    };
    await expect(followPayout(lost, one.orderId)).rejects.toThrow(/unreachable/);
    expect(await bumpsOf(one)).toMatchObject([{ status: 'signed' }]);
    expect(await compareWallet(context)).toEqual([]);
    lost.providers.bitcoin.broadcast = async (raw) => {
      await usual(raw);
      throw new ProviderError('bitcoin', 'unreachable');
    };
    await expect(followPayout(lost, one.orderId)).rejects.toThrow(/unreachable/);
    await followPayout(lost, one.orderId);
    expect(await bumpsOf(one)).toMatchObject([{ status: 'sent' }]);
    await expectAgreement();
  });

  test('a payout whose block comes before what pays for it is settled when both are final', async () => {
    const one = await sendFor(2n);
    const lost = at(21, 20n);
    lost.providers.bitcoin.broadcast = async () => {
      throw new ProviderError('bitcoin', 'unreachable');
    };
    await expect(followPayout(lost, one.orderId)).rejects.toThrow(/unreachable/);
    await sandbox.mine('bitcoin', 8);
    await followPayout(context, one.orderId);
    expect((await payoutOf(one)).status).toBe('confirmed');
    await sandbox.mine('bitcoin', 8);
    await followPayout(context, one.orderId);
    expect((await payoutOf(one)).status).toBe('settled');
    expect(await bumpsOf(one)).toMatchObject([{ status: 'settled' }]);
    await expectAgreement();
  });

  test('a reorganisation that loses both brings both back, and nothing is settled before', async () => {
    const one = await sendFor(2n);
    await followPayout(at(21, 20n), one.orderId);
    await sandbox.mine('bitcoin', 3);
    await followPayout(context, one.orderId);
    expect((await payoutOf(one)).status).toBe('confirmed');
    const { txid } = await payoutOf(one);
    const [bump] = await bumpsOf(one);
    await sandbox.reorganise('bitcoin', 3, [txid ?? '', bump?.txid ?? '']);
    await followPayout(context, one.orderId);
    await followPayout(context, one.orderId);
    await sandbox.mine('bitcoin', 6);
    await followPayout(context, one.orderId);
    await followPayout(context, one.orderId);
    expect(await bumpsOf(one)).toMatchObject([{ status: 'settled' }]);
    expect((await payoutOf(one)).status).toBe('settled');
    await expectAgreement();
  });

  test('a copy of before it holds the chain, raises nothing again, and its books agree once a person has released it', async () => {
    const one = await sendFor(2n);
    const start = await copyDatabase(world);
    await followPayout(at(21, 20n), one.orderId);
    const [bump] = await bumpsOf(one);
    const { context: later } = await start();
    await followPayout(at(21, 40n, later), one.orderId);
    await followPayout(at(42, 40n, later), one.orderId);
    expect(await bumpsOf(one, later)).toEqual([]);
    const held = await listHolds(later.db, 'bitcoin');
    expect(held.map(({ subject }) => subject)).toContain(bump?.txid);
    const release = () => releasePayouts(later, { chain: 'bitcoin', operator: 'grace', own: '1' });
    await expect(release()).rejects.toThrow('In no block yet');
    await sandbox.mine('bitcoin', 7);
    await release();
    // What it left was spent by it: nothing is there to spend again.
    await followPayout(at(63, 40n, later), one.orderId);
    expect(await bumpsOf(one, later)).toEqual([]);
    for (const own of [context, later]) {
      await followPayout(own, one.orderId);
      expect(await compareWallet(own)).toEqual([]);
    }
    await expectAgreement();
  });
});

describe('a stuck attempt is priced again: a bitcoin payout with little change', () => {
  test('is joined by a coin of the wallet, as soon as there is one', async () => {
    const one = await planOne();
    const left = 1200n;
    const coin = (await payoutOf(one)).amount + 141n * 2n + left;
    const digits = String(coin).padStart(9, '0');
    await world.fundWallet(`${digits.slice(0, -8)}.${digits.slice(-8)}`);
    await world.fundWallet('0.00002000');
    await runSql(world.ownerUrl, `update wallet_outputs set is_spendable = false where amount <> ${coin}`);
    await buildPayouts(at(0, 2n), [one]);
    const { txid } = await payoutOf(one);
    const change = db.selectFrom('walletOutputs').select('amount').where('txid', '=', txid);
    expect(await change.execute()).toEqual([{ amount: left }]);
    await followPayout(at(21, 20n), one.orderId);
    expect(await bumpsOf(one)).toEqual([]);
    await runSql(
      world.ownerUrl,
      `update wallet_outputs set is_spendable = true where amount in (2000, 20000000) and spent_by_payout_id is null`,
    );
    await followPayout(at(21, 20n), one.orderId);
    expect(await bumpsOf(one)).toMatchObject([{ status: 'sent' }]);
    expect(await packageRate(one)).toBe(20n);
    expect(await compareWallet(context)).toEqual([]);
    await sandbox.mine('bitcoin', 8);
    await followPayout(context, one.orderId);
    await followPayout(context, one.orderId);
    expect((await payoutOf(one)).status).toBe('settled');
    await expectAgreement();
  });
});
