import { runSql } from '@causeway/testing/run-sql';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AppContext } from '../../../context.ts';
import { readCoinsOf } from '../../../providers/bitcoin/wallet.ts';
import { ProviderError } from '../../../providers/provider-error.ts';
import { syncCardPayment } from '../../acquirer-payins/results/sync-card-payment.ts';
import { openHold } from '../../payout-holds/store.ts';
import { agreeWithChain } from '../../chain-wallets/agree-with-chain.ts';
import { Crash, crashAt } from '../../orders/fixtures/crash-at.ts';
import { expectSound } from '../../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../../orders/fixtures/open-order-world.ts';
import { compareWallet } from '../../reconciliation/compare-wallet.ts';
import { broadcastPayout } from '../broadcast-payout.ts';
import { buildPayouts } from '../build-payout.ts';
import { followPayout } from '../follow-payout.ts';
import { findPayout } from '../store.ts';
import { replaceBytes } from './replace-bytes.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
const { bitcoin } = context.providers;
const access = await world.signIn();

const refusal = (code: 'underpriced' | 'rejected' | 'conflict') =>
  new ProviderError('bitcoin', 'refused', { code, message: 'sendrawtransaction' });
const underpriced = () => {
  throw refusal('underpriced');
};
const rejected = () => {
  throw refusal('rejected');
};

/** The context with miners who ask for little, and a network that answers one sending after another like this. */
function sending(...answers: readonly ((raw: string) => Promise<void> | void)[]): AppContext {
  let count = 0;
  const broadcast = async (raw: string) => {
    const answer = answers[count];
    count += 1;
    await (answer ?? bitcoin.broadcast)(raw);
  };
  const estimateFeeRate = async () => 2n;
  return { ...context, providers: { ...context.providers, bitcoin: { ...bitcoin, broadcast, estimateFeeRate } } };
}

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

const payoutOf = ({ orderId }: { orderId: string }) =>
  db.selectFrom('payouts').selectAll().where('orderId', '=', orderId).executeTakeFirstOrThrow();
const replacedOf = async (one: { orderId: string }) =>
  db
    .selectFrom('replacedPayouts')
    .selectAll()
    .where('payoutId', '=', (await payoutOf(one)).payoutId)
    .orderBy('createdAt')
    .execute();
const alarms = async () =>
  (await db.selectFrom('alarms').select('kind').where('clearedAt', 'is', null).execute()).map(({ kind }) => kind);
const inputsOf = (raw: string | null | undefined) => readCoinsOf(raw ?? '').inputs;

/** Its coins have left once, and books and chain agree until the end. */
async function expectSettled(one: { orderId: string }): Promise<void> {
  expect(await compareWallet(context)).toEqual([]);
  await sandbox.mine('bitcoin', 8);
  await followPayout(context, one.orderId);
  expect(await payoutOf(one)).toMatchObject({ status: 'settled' });
  expect(await compareWallet(context)).toEqual([]);
  expect(await alarms()).toEqual([]);
}

beforeEach(async () => {
  await sandbox.mine('bitcoin', 6);
  await world.fundWallet('0.2');
});

describe('a stuck attempt is priced again: a bitcoin payout that is refused for its fee', () => {
  test('is signed again for twice as much with the same coins, until it is taken', async () => {
    const one = await planOne();
    await buildPayouts(sending(underpriced, underpriced), [one]);
    const { status, rawTransaction, fee } = await payoutOf(one);
    const replaced = await replacedOf(one);
    expect(status).toBe('broadcast');
    expect(replaced.map((bytes) => (fee ?? 0n) / bytes.fee)).toEqual([4n, 2n]);
    for (const bytes of replaced) expect(inputsOf(rawTransaction)).toEqual(inputsOf(bytes.rawTransaction));
    await expectSettled(one);
    await expectSound(world);
  });

  test('is left to a person at the share that fees may take, and is sent as it is then', async () => {
    const one = await planOne();
    await buildPayouts(sending(...Array.from({ length: 20 }, () => underpriced)), [one]);
    const { status, fee, amount } = await payoutOf(one);
    expect(status).toBe('signed');
    expect(fee).toBeLessThanOrEqual((amount * BigInt(context.config.NETWORK_FEE_MOST_PERCENT)) / 100n);
    expect(await alarms()).toEqual(['payout_failed']);
    await broadcastPayout(context, one.orderId);
    expect(await payoutOf(one)).toMatchObject({ status: 'broadcast', fee });
    await expectSettled(one);
    await expectSound(world);
  });

  test('one that is refused for another reason keeps its bytes', async () => {
    const one = await planOne();
    await buildPayouts(sending(rejected), [one]);
    expect(await replacedOf(one)).toEqual([]);
    await broadcastPayout(context, one.orderId);
    await expectSettled(one);
    await expectSound(world);
  });

  test('is replaced once by two workers that had the same answer', async () => {
    const one = await planOne();
    await buildPayouts(sending(rejected), [one]);
    const stale = await findPayout(db, one.orderId);
    if (stale === undefined) throw new Error('The payout is gone.');
    for (let worker = 0; worker < 2; worker += 1)
      expect(await replaceBytes(sending(), stale, refusal('underpriced'))).toBe(true);
    expect(await replacedOf(one)).toHaveLength(1);
    await broadcastPayout(context, one.orderId);
    await expectSettled(one);
    await expectSound(world);
  });

  test('keeps its bytes while the chain is held', async () => {
    const one = await planOne();
    const heldMeanwhile = async () => {
      await openHold(context, db, { chain: 'bitcoin', reason: 'unknown_spend', subject: 'a stranger' });
      underpriced();
    };
    await buildPayouts(sending(heldMeanwhile), [one]);
    expect(await payoutOf(one)).toMatchObject({ status: 'signed' });
    expect(await replacedOf(one)).toEqual([]);
    await runSql(world.ownerUrl, 'delete from payout_holds');
    // What was seen of the chain counts for some seconds.
    await expect.poll(() => agreeWithChain(context, 'bitcoin')).toBe(true);
    await broadcastPayout(context, one.orderId);
    await runSql(world.ownerUrl, `delete from alarms where kind = 'payouts_held'`);
    await expectSettled(one);
  });

  test('with little change is joined by a coin of the wallet, as soon as there is one', async () => {
    const one = await planOne();
    const coin = (await payoutOf(one)).amount + 141n * 2n + 1200n;
    const digits = String(coin).padStart(9, '0');
    await world.fundWallet(`${digits.slice(0, -8)}.${digits.slice(-8)}`);
    const setSpendable = (isOther: boolean) =>
      runSql(
        world.ownerUrl,
        `update wallet_outputs set is_spendable = ${isOther} where amount <> ${coin} and spent_by_payout_id is null`,
      );
    await setSpendable(false);
    await buildPayouts(sending(...Array.from({ length: 9 }, () => underpriced)), [one]);
    expect(await payoutOf(one)).toMatchObject({ status: 'signed' });
    expect(inputsOf((await payoutOf(one)).rawTransaction)).toHaveLength(1);
    await setSpendable(true);
    await broadcastPayout(sending(underpriced), one.orderId);
    const { status, rawTransaction } = await payoutOf(one);
    expect(status).toBe('broadcast');
    expect(inputsOf(rawTransaction)).toHaveLength(2);
    await expectSettled(one);
    await expectSound(world);
  });

  test.each(['before', 'after'] as const)('pays once, wherever the program ends: %s a commit', async (when) => {
    for (let count = 1, isThrough = false; !isThrough; count += 1) {
      const one = await planOne();
      const crashing = crashAt(db, count, when);
      const own = { ...sending(underpriced, underpriced), db: crashing.db };
      await buildPayouts(own, [one]).catch(() => {});
      for (let status = 'planned'; status !== 'broadcast'; status = (await payoutOf(one)).status)
        await (status === 'planned' ? buildPayouts(own, [one]) : broadcastPayout(own, one.orderId)).catch(
          (error: unknown) => {
            if (!(error instanceof Crash)) throw error;
          },
        );
      isThrough = crashing.count() < count;
      await expectSettled(one);
      await expectSound(world);
    }
  });

  test('keeps its bytes while the node knows less of the chain than the books', async () => {
    const one = await planOne();
    await buildPayouts(sending(rejected), [one]);
    const stale = await findPayout(db, one.orderId);
    if (stale === undefined) throw new Error('The payout is gone.');
    const node = { ...sending().providers.bitcoin, getHeight: async () => 1 };
    // What was seen of the chain is kept by the settings object.
    const behind = { ...context, config: { ...context.config }, providers: { ...context.providers, bitcoin: node } };
    expect(await replaceBytes(behind, stale, refusal('underpriced'))).toBe(false);
    expect(await replacedOf(one)).toEqual([]);
    // The right node is read from where the other one left off.
    const height = await bitcoin.getHeight();
    const read = db.selectFrom('ownSpendScans').select('height').where('chain', '=', 'bitcoin');
    await expect
      .poll(async () => (await agreeWithChain(context, 'bitcoin')) && (await read.executeTakeFirst())?.height)
      .toBe(height);
    await broadcastPayout(context, one.orderId);
    await expectSettled(one);
  });
});

describe('the outside is the truth: earlier bytes that a node had after all', () => {
  test('are the payout when a block takes them before the dearer ones are sent', async () => {
    const one = await planOne();
    let first = '';
    const refuse = (raw: string) => {
      first = raw;
      underpriced();
    };
    const tooLate = async (raw: string) => {
      await bitcoin.broadcast(first);
      await sandbox.mine('bitcoin', 1);
      await bitcoin.broadcast(raw);
    };
    await buildPayouts(sending(refuse, tooLate), [one]);
    expect(await payoutOf(one)).toMatchObject({ status: 'broadcast', rawTransaction: first });
    await expectSettled(one);
    await expectSound(world);
  });

  test('are left alone once another payout has spent the change of the dearer ones', async () => {
    const one = await planOne();
    let first = '';
    const refuse = (raw: string) => {
      first = raw;
      underpriced();
    };
    await buildPayouts(sending(refuse, rejected), [one]);
    await bitcoin.broadcast(first);
    const stale = await findPayout(db, one.orderId);
    if (stale === undefined) throw new Error('The payout is gone.');
    const spendChange = (by: string) =>
      runSql(world.ownerUrl, `update wallet_outputs set spent_by_payout_id = ${by} where txid = '${stale.txid}'`);
    await spendChange(`'${stale.payoutId}'`);
    expect(await replaceBytes(sending(), stale, refusal('conflict'))).toBe(false);
    await spendChange('null');
    expect(await replaceBytes(sending(), stale, refusal('conflict'))).toBe(true);
    await broadcastPayout(context, one.orderId);
    await expectSettled(one);
  });

  test('a conflict with a transaction that is not ours is left to a person', async () => {
    const one = await planOne();
    const conflict = () => {
      throw refusal('conflict');
    };
    await buildPayouts(sending(conflict), [one]);
    expect(await payoutOf(one)).toMatchObject({ status: 'signed' });
    expect(await alarms()).toEqual(['payout_conflict']);
    await broadcastPayout(context, one.orderId);
    await expectSettled(one);
    await expectSound(world);
  });

  test('are the payout when a block takes them in place of the dearer ones that were sent', async () => {
    const one = await planOne();
    await buildPayouts(sending(underpriced), [one]);
    const [earlier] = await replacedOf(one);
    const { txid } = await payoutOf(one);
    await sandbox.mine('bitcoin', 1);
    await sandbox.reorganise('bitcoin', 1, [txid ?? '']);
    await bitcoin.broadcast(earlier?.rawTransaction ?? '');
    await sandbox.mine('bitcoin', 1);
    await followPayout(context, one.orderId);
    const { fee, rawTransaction } = earlier ?? {};
    expect(await payoutOf(one)).toMatchObject({ txid: earlier?.txid, fee, rawTransaction });
    // The sandbox's journal counts both, as it does not know that they spend the same coins.
    await expectSettled(one);
  });
});
