import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { formatAmount } from '@causeway/domain/money/format-amount';
import { ProviderError } from '../../providers/provider-error.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { syncCardPayment } from '../acquirer-payins/results/sync-card-payment.ts';
import { PayoutDoubt } from '../payout-holds/count-outflow.ts';
import { buildPayouts, requireFairFee } from './build-payout.ts';
import { findPayout } from './store.ts';
import { watchNetworkCosts } from './network-cost.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { bitcoin, evm } = context.providers;
const usual = { estimateFeeRate: bitcoin.estimateFeeRate, estimateFees: evm.estimateFees };
const access = await world.signIn();
// So that the least pay-outs are worth more than the least pay-in.
context.config.NETWORK_FEE_MOST_PERCENT = 5;
beforeAll(async () => {
  await world.fundWallet('1');
  await world.fundWallet('5', 'ETH');
  await world.fundWallet('100000', 'USDT');
});
afterEach(async () => {
  Object.assign(bitcoin, { estimateFeeRate: usual.estimateFeeRate });
  Object.assign(evm, { estimateFees: usual.estimateFees });
  await expectSound(world);
});

const gwei = 1_000_000_000n;
const dear: Readonly<Record<string, () => void>> = {
  bitcoin: () => void (bitcoin.estimateFeeRate = () => Promise.resolve(60n)),
  ethereum: () =>
    void (evm.estimateFees = () => Promise.resolve({ maxFeePerGas: 81n * gwei, maxPriorityFeePerGas: gwei })),
};
/** Prices are read from the database once a second. */
const aSecond = () => new Promise((resolve) => setTimeout(resolve, 1100));

async function costs(currency: string) {
  return context.db
    .selectFrom('networkCosts')
    .select(['amount', 'leastPayout', 'isPaused'])
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow();
}

async function order(chain: string, currency: string, amount: string) {
  const wanted = { payout_currency: currency, payout_group: chain, payout_amount: amount, is_payout_calc: '1' };
  const destination = { dst_address: await sandbox.outsideAddress(chain === 'bitcoin' ? 'bitcoin' : 'ethereum') };
  return world.buy(access, { ...wanted, ...destination, payin_amount: '0' });
}

describe('what is sold is signed at the cost at which it was sold', () => {
  test.each([
    ['bitcoin', 'BTC', 8],
    ['ethereum', 'ETH', 18],
    ['ethereum', 'USDT', 6],
  ])('%s %s: the least is signed, and one unit less is not sold', async (chain, currency, precision) => {
    dear[chain]?.();
    await watchNetworkCosts(context);
    await aSecond();
    const { leastPayout, amount, isPaused } = await costs(currency);
    expect([isPaused, leastPayout >= amount * 20n]).toEqual([false, true]);
    const less = await order(chain, currency, formatAmount(leastPayout - 1n, precision));
    expect(less.body.errors.map(({ code }) => code)).toEqual(['AMOUNT_MIN']);
    const { order: made, body } = await order(chain, currency, formatAmount(leastPayout, precision));
    expect(body.errors).toEqual([]);
    await sandbox.settlePayment(await world.paymentOf(made.nice_id), 'approved', 0);
    const { orderId } = await context.db
      .selectFrom('orders')
      .select('orderId')
      .where('niceId', '=', made.nice_id)
      .executeTakeFirstOrThrow();
    await syncCardPayment(context, orderId);
    await buildPayouts(context, [{ orderId }]);
    expect(await findPayout(context.db, orderId)).toMatchObject({ holdReason: '', txid: expect.stringMatching(/./) });
  });

  test('the border of signing itself', async () => {
    const payout = await context.db
      .selectFrom('payouts')
      .selectAll()
      .where('chain', '=', 'bitcoin')
      .executeTakeFirstOrThrow();
    const judge = (amount: bigint) => () => requireFairFee(context, { ...payout, amount }, { likelyFee: 1000n });
    expect(judge(20_000n)).not.toThrow();
    expect(judge(19_999n)).toThrow(PayoutDoubt);
  });
});

describe('the last known fee of a chain is charged while its node has no estimate', () => {
  test.each([
    ['a node that is silent', () => Promise.reject(new ProviderError('bitcoin', 'unreachable'))],
    ['a node without an estimate', () => Promise.resolve(undefined)],
  ])('%s', async (_name, estimate: () => Promise<bigint | undefined>) => {
    dear['bitcoin']?.();
    await watchNetworkCosts(context);
    const before = await costs('BTC');
    expect(before.amount).toBe(8_460n);
    bitcoin.estimateFeeRate = estimate;
    await watchNetworkCosts(context).catch(() => {});
    expect(await costs('BTC')).toEqual(before);
    await aSecond();
    const { calc } = await world.calculate({ payin_amount: '250' });
    expect(Number(calc.details?.['payout_fixed'])).toBe(0.0000846);
    // It asks less again: so do we.
    Object.assign(bitcoin, { estimateFeeRate: usual.estimateFeeRate });
    await watchNetworkCosts(context);
    expect((await costs('BTC')).amount).toBeLessThan(8_460n);
  });
});
