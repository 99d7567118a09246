import { expect, test } from 'vitest';
import { formatUnits } from '@causeway/domain/currencies/format-units';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { approveByCode } from '../card-payouts/fixtures/sell-to-card.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { openHold } from '../payout-holds/store.ts';
import { creditPayoutToBalance, settleByHand, stopPayout } from './blocked-payouts.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
const operator = 'grace';

async function report(payment: string, result: 'approved' | 'chargeback' | 'refunded' | 'won', amount?: string) {
  await sandbox.settlePayment(payment, result, 0, amount);
  await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
}

const both = async ({ niceId }: SignedInClient, currency: string) => [
  await readBalance(db, paths.client(niceId), currency),
  await readBalance(db, paths.held(niceId), currency),
];

/** What was bought by card is to be paid out as ether, and a person has stopped that to pay it from elsewhere. */
async function stopped() {
  const client = await world.signInClient();
  const { order } = await world.buy(client.access, { payout_group: 'balance', dst_address: '' });
  const payment = await world.paymentOf(order.nice_id);
  await report(payment, 'approved');
  const [amount = 0n] = await both(client, 'BTC');
  await openHold(context, db, { chain: 'ethereum', reason: 'restored', subject: payment });
  const paid = { payin_currency: 'BTC', payin_group: 'balance', payin_amount: formatUnits(amount, 'BTC') };
  const dst_address = await sandbox.outsideAddress('ethereum');
  const toEthereum = { payout_currency: 'ETH', payout_group: 'ethereum', dst_address };
  const { body } = await world.buy(client.access, { ...paid, ...toEthereum });
  expect(body.errors).toEqual([]);
  await approveByCode(world, client, body);
  await stopPayout(context, { niceId: body.nice_id, operator });
  return { client, payment, niceId: body.nice_id };
}

test('what a person pays by hand does not come to the balance as well because a part of its payment is lost', async () => {
  const { client, payment, niceId } = await stopped();
  await report(payment, 'refunded', '25.00');
  expect(await both(client, 'BTC')).toEqual([0n, 0n]);
  await settleByHand(context, { niceId, operator, proof: `by hand ${niceId}` });
  expect((await world.read(niceId)).status).toBe('finished');
  expect(await both(client, 'ETH')).toEqual([0n, 0n]);
  await expectSound(world);
}, 60_000);

test('what a person puts on the balance in place of that is held', async () => {
  const { client, payment, niceId } = await stopped();
  await report(payment, 'chargeback');
  await creditPayoutToBalance(context, { niceId, operator });
  const [free, kept = 0n] = await both(client, 'ETH');
  expect([free, kept > 0n]).toEqual([0n, true]);
  await report(payment, 'won');
  expect(await both(client, 'ETH')).toEqual([kept, 0n]);
  await expectSound(world);
}, 60_000);
