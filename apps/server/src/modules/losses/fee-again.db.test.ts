import { formatUnits } from '@causeway/domain/currencies/format-units';
import { beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { approveByCode } from '../card-payouts/fixtures/sell-to-card.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { savePartner } from '../partners/save-partner.ts';

const world = await openOrderWorld();
await world.fundWallet('10', 'ETH');
const { context, sandbox } = world;
const { db } = context;

beforeAll(async () => {
  const owner = await world.signInClient();
  const look = { allowedOrigins: [], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
  const fee = { partnerKey: 'pk_fee', name: 'Fee', isMerchant: false, feePercent: 100_000 };
  await savePartner(context, { ...look, ...fee, clientId: owner.clientId });
}, 60_000);

const both = async ({ niceId }: SignedInClient, currency: string) => [
  await readBalance(db, paths.client(niceId), currency),
  await readBalance(db, paths.held(niceId), currency),
];
const free = async (client: SignedInClient, currency: string) => (await both(client, currency))[0] ?? 0n;
async function report(payment: string, result: 'approved' | 'chargeback' | 'won' | 'refunded', amount?: string) {
  await sandbox.settlePayment(payment, result, 0, amount);
  await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
}
async function buy(client: SignedInClient): Promise<string> {
  const { order } = await world.buy(client.access, { payout_group: 'balance', dst_address: '' });
  const payment = await world.paymentOf(order.nice_id);
  await report(payment, 'approved');
  return payment;
}
const feeOf = (niceId: string) =>
  db
    .selectFrom('partnerFees')
    .innerJoin('orders', 'orders.orderId', 'partnerFees.orderId')
    .select(['amount', 'lost'])
    .where('niceId', '=', niceId)
    .executeTakeFirstOrThrow();

/** Two purchases, one of which has left for good, by a partner. */
async function withdrawn() {
  const client = await world.signInClient();
  const [first, second] = [await buy(client), await buy(client)];
  const all = await free(client, 'BTC');
  const paid = { payin_currency: 'BTC', payin_group: 'balance', payin_amount: formatUnits(all / 2n, 'BTC') };
  const dst_address = await sandbox.outsideAddress('ethereum');
  const sent = { ...paid, partner_key: 'pk_fee', payout_currency: 'ETH', payout_group: 'ethereum', dst_address };
  const { body } = await world.buy(client.access, sent);
  expect(body.errors).toEqual([]);
  await approveByCode(world, client, body);
  await world.work();
  expect((await world.read(body.nice_id)).txid).not.toBe('');
  return { client, first, second, left: await free(client, 'BTC'), niceId: body.nice_id };
}

test('the partner bears nothing of a loss that is held', async () => {
  const { client, second, left, niceId } = await withdrawn();
  await report(second, 'chargeback');
  expect(await both(client, 'BTC')).toEqual([0n, left]);
  const fee = await feeOf(niceId);
  expect([fee.amount > 0n, fee.lost]).toEqual([true, 0n]);
}, 60_000);

test('nor where it is held in place of another loss, which is won', async () => {
  const { client, first, second, left, niceId } = await withdrawn();
  for (const payment of [first, second]) await report(payment, 'chargeback');
  await report(first, 'won');
  expect(await both(client, 'BTC')).toEqual([0n, left]);
  await expectSound(world);
  expect((await feeOf(niceId)).lost).toBe(0n);
}, 60_000);
