import { formatUnits } from '@causeway/domain/currencies/format-units';
import { expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { approveByCode } from '../card-payouts/fixtures/sell-to-card.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';

const world = await openOrderWorld();
await world.fundWallet('10', 'ETH');
const { context, sandbox } = world;
const { db } = context;

const both = async ({ niceId }: SignedInClient, currency: string) => [
  await readBalance(db, paths.client(niceId), currency),
  await readBalance(db, paths.held(niceId), currency),
];
const free = async (client: SignedInClient) => (await both(client, 'BTC'))[0] ?? 0n;
async function report(payment: string, result: 'approved' | 'chargeback' | 'won') {
  await sandbox.settlePayment(payment, result, 0);
  await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
}

/** Buys bitcoin by card onto the balance. @returns the payment */
async function buy(client: SignedInClient): Promise<string> {
  const { order } = await world.buy(client.access, { payout_group: 'balance', dst_address: '' });
  const payment = await world.paymentOf(order.nice_id);
  await report(payment, 'approved');
  return payment;
}

/** Two purchases, one of which has left for good. */
async function withdrawn() {
  const client = await world.signInClient();
  const [first, second] = [await buy(client), await buy(client)];
  const all = await free(client);
  const payin_amount = formatUnits(all / 2n, 'BTC');
  const paid = { payin_currency: 'BTC', payin_group: 'balance', payin_amount };
  const dst_address = await sandbox.outsideAddress('ethereum');
  const sent = { ...paid, payout_currency: 'ETH', payout_group: 'ethereum', dst_address };
  const { body } = await world.buy(client.access, sent);
  expect(body.errors).toEqual([]);
  await approveByCode(world, client, body);
  await world.work();
  expect((await world.read(body.nice_id)).txid).not.toBe('');
  return { client, first, second, left: await free(client) };
}

test('what is left of two payments is held for the one that is lost', async () => {
  const { client, second, left } = await withdrawn();
  await report(second, 'chargeback');
  expect(await both(client, 'BTC')).toEqual([0n, left]);
  await expectSound(world);
}, 60_000);

test('also where the other one was lost before it, and is won after it', async () => {
  const { client, first, second, left } = await withdrawn();
  await report(first, 'chargeback');
  await report(second, 'chargeback');
  expect(await both(client, 'BTC')).toEqual([0n, left]);
  await report(first, 'won');
  expect(await both(client, 'BTC')).toEqual([0n, left]);
  await expectSound(world);
}, 60_000);
