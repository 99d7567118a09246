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
await world.fundWallet('5');
const { context, sandbox } = world;
const { db } = context;

const both = async ({ niceId }: SignedInClient, currency: string) => [
  await readBalance(db, paths.client(niceId), currency),
  await readBalance(db, paths.held(niceId), currency),
];
const free = async (client: SignedInClient, currency: string) => (await both(client, currency))[0] ?? 0n;
async function report(payment: string, result: 'approved' | 'chargeback' | 'won' | 'refunded', amount?: string) {
  await sandbox.settlePayment(payment, result, 0, amount);
  await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
}

/** Buys bitcoin by card onto the balance. @returns the payment */
async function buy(client: SignedInClient): Promise<string> {
  const { order } = await world.buy(client.access, { payout_group: 'balance', dst_address: '' });
  const payment = await world.paymentOf(order.nice_id);
  await report(payment, 'approved');
  return payment;
}

async function spend(client: SignedInClient, amount: bigint, changes: Readonly<Record<string, string>>) {
  const paid = { payin_currency: 'BTC', payin_group: 'balance', payin_amount: formatUnits(amount, 'BTC') };
  const { body } = await world.buy(client.access, { ...paid, ...changes });
  expect(body.errors).toEqual([]);
  await approveByCode(world, client, body);
  return body.nice_id;
}
const toEther = { payout_currency: 'ETH', payout_group: 'balance', dst_address: '' };
const out = async () => ({
  payout_currency: 'ETH',
  payout_group: 'ethereum',
  dst_address: await sandbox.outsideAddress('ethereum'),
});

test('what a lost payment was exchanged for is held, also where another payment was withdrawn after it', async () => {
  const client = await world.signInClient();
  const lost = await buy(client);
  // All there is was bought by the payment that is lost.
  await spend(client, await free(client, 'BTC'), toEther);
  const ether = await free(client, 'ETH');
  await buy(client);
  const sent = await spend(client, await free(client, 'BTC'), await out());
  await world.work();
  expect((await world.read(sent)).txid).not.toBe('');
  await report(lost, 'chargeback');
  expect(await both(client, 'ETH')).toEqual([0n, ether]);
  await expectSound(world);
}, 60_000);

const iban = { iban: 'DE89 3704 0044 0532 0130 00', beneficiary_account: 'Ada Lovelace', is_agree_name: '1' };
const toBank = { payout_currency: 'EUR', payout_group: 'sepa', dst_address: '', ...iban };

test('of one payment that is taken back in half, the half that is left is held', async () => {
  const client = await world.signInClient();
  const lost = await buy(client);
  const amount = await free(client, 'BTC');
  await spend(client, amount / 2n, toEther);
  const ether = await free(client, 'ETH');
  const sent = await spend(client, await free(client, 'BTC'), toBank);
  await world.work();
  expect(await sandbox.bankPayouts(sent)).toHaveLength(1);
  await report(lost, 'refunded', '125.00');
  const [left = 0n] = await both(client, 'ETH');
  expect(left * 100n < ether).toBe(true);
}, 60_000);

test('of money won back nothing is held for a loss whose money had left before it came', async () => {
  const client = await world.signInClient();
  const lost = await buy(client);
  const sent = await spend(client, await free(client, 'BTC'), await out());
  await world.work();
  expect((await world.read(sent)).txid).not.toBe('');
  await report(lost, 'chargeback');
  expect(await both(client, 'BTC')).toEqual([0n, 0n]);
  const other = await buy(client);
  const all = await free(client, 'BTC');
  await report(other, 'chargeback');
  expect(await both(client, 'BTC')).toEqual([0n, all]);
  await report(other, 'won');
  expect(await both(client, 'BTC')).toEqual([all, 0n]);
}, 60_000);

test('a pay-out that is not signed is stopped, also where another payment was withdrawn after it', async () => {
  const client = await world.signInClient();
  const lost = await buy(client);
  const { OUTFLOW_DAY_EUR } = context.config;
  context.config.OUTFLOW_DAY_EUR = 1;
  const waiting = await spend(client, await free(client, 'BTC'), await out());
  await buy(client);
  const sent = await spend(client, await free(client, 'BTC'), toBank);
  await world.work();
  expect(await sandbox.bankPayouts(sent)).toHaveLength(1);
  expect((await world.read(waiting)).status).toBe('processing');
  expect((await world.read(waiting)).txid).toBe('');
  context.config.OUTFLOW_DAY_EUR = OUTFLOW_DAY_EUR;
  await report(lost, 'chargeback');
  expect((await world.read(waiting)).status).toBe('error');
  await expectSound(world);
}, 60_000);
