import { formatUnits } from '@causeway/domain/currencies/format-units';
import { expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { approveByCode } from '../card-payouts/fixtures/sell-to-card.ts';
import { freeHeldMoney } from '../operating/kept-money.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';

const world = await openOrderWorld();
await world.fundWallet('10', 'ETH');
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
async function buy(client: SignedInClient): Promise<string> {
  const { order } = await world.buy(client.access, { payout_group: 'balance', dst_address: '' });
  const payment = await world.paymentOf(order.nice_id);
  await report(payment, 'approved');
  return payment;
}

test('what a person has freed of a loss is not held again out of money that is won back later', async () => {
  const client = await world.signInClient();
  const first = await buy(client);
  const [all = 0n] = await both(client, 'BTC');
  const paid = { payin_currency: 'BTC', payin_group: 'balance', payin_amount: formatUnits(all / 2n, 'BTC') };
  const dst_address = await sandbox.outsideAddress('ethereum');
  const { body } = await world.buy(client.access, {
    ...paid,
    payout_currency: 'ETH',
    payout_group: 'ethereum',
    dst_address,
  });
  expect(body.errors).toEqual([]);
  await approveByCode(world, client, body);
  await world.work();
  await report(first, 'chargeback');
  const [, held = 0n] = await both(client, 'BTC');
  await freeHeldMoney(context, { client: client.niceId, currency: 'BTC', why: 'held', operator: 'grace' });
  expect(await both(client, 'BTC')).toEqual([held, 0n]);
  const second = await buy(client);
  const after = await free(client, 'BTC');
  await report(second, 'chargeback');
  await report(second, 'won');
  expect(await both(client, 'BTC')).toEqual([after, 0n]);
}, 60_000);
