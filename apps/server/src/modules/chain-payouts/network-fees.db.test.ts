import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ProviderError } from '../../providers/provider-error.ts';
import { retryPayout } from '../operating/blocked-payouts.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { watchPayoutAges } from '../orders/watch-payout-ages.ts';
import { syncCardPayment } from '../acquirer-payins/results/sync-card-payment.ts';
import { buildPayouts } from './build-payout.ts';
import { watchNetworkCosts } from './network-cost.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { bitcoin, evm } = context.providers;
const { OUTFLOW_DAY_EUR } = context.config;
const usual = { estimateFeeRate: bitcoin.estimateFeeRate, estimateGas: evm.estimateGas };
const access = await world.signIn();
beforeAll(async () => {
  await world.fundWallet('1');
  await world.fundWallet('1', 'ETH');
});
afterEach(async () => {
  bitcoin.estimateFeeRate = usual.estimateFeeRate;
  evm.estimateGas = usual.estimateGas;
  context.config.OUTFLOW_DAY_EUR = OUTFLOW_DAY_EUR;
  await watchNetworkCosts(context);
  await expectSound(world);
});

const spike = (satoshi: bigint) => void (bitcoin.estimateFeeRate = () => Promise.resolve(satoshi));

async function openAlarms(): Promise<string[]> {
  const rows = await context.db.selectFrom('alarms').select('kind').where('clearedAt', 'is', null).execute();
  return rows.map(({ kind }) => kind);
}

/** Prices are read from the database once a second. */
const aSecond = () => new Promise((resolve) => setTimeout(resolve, 1100));

async function refusalsOf(): Promise<string[]> {
  return (await world.calculate()).errors.map(({ code }) => code);
}

async function feeOf(): Promise<number> {
  return Number((await world.calculate()).calc.details?.['payout_fixed']);
}

async function buyAndPay() {
  const { order } = await world.buy(access, { payin_amount: '30' });
  await sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved', 0);
  const { orderId } = await context.db
    .selectFrom('orders')
    .select('orderId')
    .where('niceId', '=', order.nice_id)
    .executeTakeFirstOrThrow();
  await syncCardPayment(context, orderId);
  return { order, orderId };
}

describe('who pays the network', () => {
  test('a price charges the chain’s fee, and an option whose cost rises too far pauses', async () => {
    await watchNetworkCosts(context);
    await aSecond();
    expect(await feeOf()).toBe(0.00004);
    spike(60n);
    await watchNetworkCosts(context);
    await aSecond();
    expect(await feeOf()).toBe((60 * 141) / 1e8);
    spike(250n);
    await watchNetworkCosts(context);
    await aSecond();
    expect(await refusalsOf()).toEqual(['PAYOUT_PAUSED']);
    expect(await openAlarms()).toEqual(['network_cost']);
    spike(5n);
    await watchNetworkCosts(context);
    await aSecond();
    expect(await refusalsOf()).toEqual([]);
    expect(await openAlarms()).toEqual([]);
  });

  test('a fee that takes too much of a pay-out is signed only once a person says so', async () => {
    const { order, orderId } = await buyAndPay();
    spike(250n);
    await buildPayouts(context, [{ orderId }]);
    expect(await world.read(order.nice_id, access)).toMatchObject({ status: 'processing', txid: '' });
    const payout = context.db
      .selectFrom('payouts')
      .select(['status', 'holdReason', 'txid'])
      .where('orderId', '=', orderId);
    expect(await payout.executeTakeFirst()).toEqual({ status: 'held', holdReason: 'fee', txid: null });
    const spent = await context.db
      .selectFrom('walletOutputs')
      .select('txid')
      .where('spentByPayoutId', 'is not', null)
      .execute();
    expect(spent).toEqual([]);
    expect(await openAlarms()).toContain('payout_failed');
    await retryPayout(context, { niceId: order.nice_id, operator: 'ann' });
    await buildPayouts(context, [{ orderId }]);
    expect((await world.read(order.nice_id, access)).txid).not.toBe('');
    expect(await openAlarms()).toEqual([]);
  });

  test('an address whose contract accepts no transfer is refused when it is entered', async () => {
    evm.estimateGas = () => Promise.reject(new ProviderError('ethereum', 'refused', { code: 'gas' }));
    const toContract = {
      payout_currency: 'ETH',
      payout_group: 'ethereum',
      dst_address: await sandbox.outsideAddress('ethereum'),
    };
    const refused = await world.buy(access, toContract);
    expect(refused.body.errors).toMatchObject([{ code: 'ADDRESS_INVALID', field: 'dst_address' }]);
    expect(refused.body.errors[0]?.text).toContain('contract');
    evm.estimateGas = () => Promise.reject(new ProviderError('ethereum', 'unreachable'));
    expect((await world.buy(access, toContract)).body.errors).toEqual([]);
  });
});

describe('what leaves a wallet', () => {
  test('is capped by the day; above that each pay-out needs a person', async () => {
    const bought = [await buyAndPay(), await buyAndPay(), await buyAndPay()];
    const { used } = await context.db.selectFrom('walletOutflows').select('used').executeTakeFirstOrThrow();
    context.config.OUTFLOW_DAY_EUR = Number(used / 100n) + 65;
    await buildPayouts(
      context,
      bought.map(({ orderId }) => ({ orderId })),
    );
    const waiting = await context.db.selectFrom('payouts').select('orderId').where('status', '=', 'held').execute();
    expect(waiting).toHaveLength(1);
    const held = bought.find(({ orderId }) => orderId === waiting[0]?.orderId);
    await retryPayout(context, { niceId: held?.order.nice_id ?? '', operator: 'ann' });
    await buildPayouts(context, [{ orderId: held?.orderId ?? '' }]);
    for (const { order } of bought) expect((await world.read(order.nice_id, access)).txid).not.toBe('');
  });

  test('and a payout that does not progress is reported, for any cause', async () => {
    const { order, orderId } = await buyAndPay();
    await watchPayoutAges(context);
    expect(await openAlarms()).toEqual([]);
    const later = { now: () => new Date(Date.now() + 16 * 60_000) };
    await watchPayoutAges({ ...context, clock: later });
    const alarms = context.db
      .selectFrom('alarms')
      .select('subject')
      .where('kind', '=', 'payout_waits')
      .where('clearedAt', 'is', null);
    expect(await alarms.execute()).toEqual([{ subject: order.nice_id }]);
    await buildPayouts(context, [{ orderId }]);
    await watchPayoutAges({ ...context, clock: later });
    expect(await alarms.execute()).toEqual([]);
  });

  test('one that waits for a person is stopped by a chargeback, and no retry sends it', async () => {
    const { order, orderId } = await buyAndPay();
    spike(250n);
    await buildPayouts(context, [{ orderId }]);
    await sandbox.settlePayment(await world.paymentOf(order.nice_id), 'chargeback', 0);
    await syncCardPayment(context, orderId);
    expect(await world.read(order.nice_id, access)).toMatchObject({ status: 'error', txid: '' });
    await expect(retryPayout(context, { niceId: order.nice_id, operator: 'ann' })).rejects.toThrow();
    expect(await openAlarms()).toEqual(['chargeback']);
    await context.db.updateTable('alarms').set({ clearedAt: context.clock.now() }).execute();
  });
});
