import { describe, expect, test } from 'vitest';
import { formatUnits } from '@causeway/domain/currencies/format-units';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { approveByCode } from '../card-payouts/fixtures/sell-to-card.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';

const world = await openOrderWorld();
await world.fundWallet('1');
const { context, sandbox } = world;
const { db } = context;

const both = async ({ niceId }: SignedInClient, currency: string) => [
  await readBalance(db, paths.client(niceId), currency),
  await readBalance(db, paths.held(niceId), currency),
];
const free = async (client: SignedInClient, currency: string) => (await both(client, currency))[0] ?? 0n;
const onBalance = { payout_group: 'balance', dst_address: '' };
const toEther = { payout_currency: 'ETH', ...onBalance };

async function report(payment: string, result: 'approved' | 'chargeback' | 'refunded' | 'won', amount?: string) {
  await sandbox.settlePayment(payment, result, 0, amount);
  await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
}

/** Buys bitcoin by card onto the balance. @returns the payment, and how much it is */
async function buy(client: SignedInClient) {
  const before = await free(client, 'BTC');
  const { order } = await world.buy(client.access, onBalance);
  const payment = await world.paymentOf(order.nice_id);
  await report(payment, 'approved');
  return { payment, amount: (await free(client, 'BTC')) - before };
}

/** Pays an approved order with bitcoin of the balance. @returns its number */
async function spend(client: SignedInClient, amount: bigint, changes: Readonly<Record<string, string>>) {
  const paid = { payin_currency: 'BTC', payin_group: 'balance', payin_amount: formatUnits(amount, 'BTC') };
  const { body } = await world.buy(client.access, { ...paid, ...changes });
  expect(body.errors).toEqual([]);
  await approveByCode(world, client, body);
  return body.nice_id;
}

describe('several losses that are followed to the same orders', () => {
  test('the second takes what the first has left, and each is given back by itself', async () => {
    const client = await world.signInClient();
    const [first, second] = [await buy(client), await buy(client)];
    for (const { amount } of [first, second]) await spend(client, amount, toEther);
    const all = await free(client, 'ETH');
    await report(first.payment, 'chargeback');
    const [kept = 0n, lost = 0n] = await both(client, 'ETH');
    expect(kept + lost).toBe(all);
    await report(second.payment, 'chargeback');
    expect(await both(client, 'ETH')).toEqual([0n, all]);
    await report(first.payment, 'won');
    expect(await both(client, 'ETH')).toEqual([lost, kept]);
    await report(first.payment, 'chargeback');
    expect(await both(client, 'ETH')).toEqual([0n, all]);
    for (const { payment } of [second, first]) await report(payment, 'won');
    expect(await both(client, 'ETH')).toEqual([all, 0n]);
    await expectSound(world);
  });

  test('of an order that is stopped no more is held than its part of the loss', async () => {
    const client = await world.signInClient();
    const { payment, amount } = await buy(client);
    const half = amount / 2n;
    // Above the day's limit it waits for a person.
    context.config.OUTFLOW_DAY_EUR = 1;
    const dst_address = await sandbox.outsideAddress('ethereum');
    const stopped = await spend(client, half, { payout_currency: 'ETH', payout_group: 'ethereum', dst_address });
    await spend(client, amount - half, toEther);
    const ether = await free(client, 'ETH');
    await report(payment, 'refunded', '187.50');
    expect((await world.read(stopped)).status).toBe('error');
    expect(await both(client, 'ETH')).toEqual([0n, ether]);
    const [kept = 0n, lost = 0n] = await both(client, 'BTC');
    expect([kept + lost, kept - half / 2n <= 1n]).toEqual([half, true]);
    expect(kept).toBeGreaterThan(0n);
    await expectSound(world);
    const acquirer = context.providers.acquirers.find('card_one');
    const outside = await acquirer.getPayment(payment);
    acquirer.getPayment = () => Promise.resolve({ ...outside, status: 'approved', refundedAmount: '0.00' });
    await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
    expect([await both(client, 'BTC'), await both(client, 'ETH')]).toEqual([
      [half, 0n],
      [ether, 0n],
    ]);
  });
});
