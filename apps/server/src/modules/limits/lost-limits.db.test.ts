import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { payByTransfer, returnAtBank } from '../bank-payins/fixtures/pay-by-transfer.ts';
import { collectTransfers } from '../bank-payins/collect-transfers.ts';
import { watchReturns } from '../bank-payins/watch-returns.ts';
import { bitcoinDeposits } from '../chain-payins/bitcoin-deposits.ts';
import { bitcoinCall } from '../chain-payins/fixtures/bitcoin-call.ts';
import { scanDeposits } from '../chain-payins/scan-deposits.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { buyAtShop, openShop } from '../merchants/fixtures/buy-at-shop.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;

beforeAll(async () => void (await openShop(world)), 60_000);

const merchantOrder = async (changes: Readonly<Record<string, string>>) =>
  (await buyAtShop(world, `${randomBytes(6).toString('hex')}@example.com`, changes)).nice_id;

const used = (niceId: string) =>
  db
    .selectFrom('limitUses')
    .innerJoin('orders', 'orders.clientId', 'limitUses.clientId')
    .select('used')
    .where('niceId', '=', niceId)
    .where('currency', '=', 'EUR')
    .where('limitUses.isMerchant', '=', true)
    .executeTakeFirst();

describe('what was taken back at a merchant is no part of the month', () => {
  test('by card, spent', async () => {
    const niceId = await merchantOrder({});
    const payment = await world.paymentOf(niceId);
    for (const status of ['approved', 'chargeback'] as const) {
      await sandbox.settlePayment(payment, status, 0);
      await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
    }
    expect((await used(niceId))?.used).toBe(0n);
  });

  test('by card, before it is exchanged', async () => {
    const niceId = await merchantOrder({});
    const payment = await world.paymentOf(niceId);
    const { config } = context;
    Object.assign(context, { config: { ...config, ORDER_MOST_EUR: 1 } });
    await sandbox.settlePayment(payment, 'approved', 0);
    await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
    Object.assign(context, { config });
    expect((await used(niceId))?.used).toBeGreaterThan(0n);
    expect((await world.read(niceId)).status).toBe('processing');
    await sandbox.settlePayment(payment, 'chargeback', 0);
    await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
    expect((await world.read(niceId)).status).toBe('error');
    expect((await used(niceId))?.used).toBe(0n);
  });

  test('by transfer, spent', async () => {
    const niceId = await merchantOrder({ payin_group: 'sepa' });
    const { payin_amount: amount } = await world.read(niceId);
    await world.work();
    const id = await payByTransfer(world, niceId, amount);
    await collectTransfers(context);
    await world.work();
    expect((await used(niceId))?.used).toBeGreaterThan(0n);
    await returnAtBank(world, id, amount);
    await watchReturns(context);
    expect((await used(niceId))?.used).toBe(0n);
  });

  test('in coins, spent', async () => {
    const niceId = await merchantOrder({ payin_currency: 'BTC', payin_group: 'bitcoin' });
    const { payin_amount: amount, crypto_address: address } = await world.read(niceId);
    const txid = await sandbox.send('bitcoin', { address: String(address), amount });
    await sandbox.mine('bitcoin', 1);
    await scanDeposits(context, bitcoinDeposits);
    const month = (await used(niceId))?.used ?? 0n;
    expect(month).toBeGreaterThan(0n);
    const bytes = await bitcoinCall(context, 'getrawtransaction', [txid, false]);
    await sandbox.reorganise('bitcoin', 1, [txid]);
    await scanDeposits(context, bitcoinDeposits);
    expect((await used(niceId))?.used).toBe(0n);
    await bitcoinCall(context, 'sendrawtransaction', [bytes]);
    await sandbox.mine('bitcoin', 1);
    await scanDeposits(context, bitcoinDeposits);
    expect((await used(niceId))?.used).toBe(month);
  });
});
