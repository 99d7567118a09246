import { formatUnits } from '@causeway/domain/currencies/format-units';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { approveByCode } from '../card-payouts/fixtures/sell-to-card.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';

const world = await openOrderWorld({ connections: 6 });
await world.fundWallet('10', 'ETH');
const { context, sandbox } = world;
const { db } = context;

const both = async ({ niceId }: SignedInClient, currency: string) => [
  await readBalance(db, paths.client(niceId), currency),
  await readBalance(db, paths.held(niceId), currency),
];
const hear = (acquirerPaymentId: string) => confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId });
async function report(payment: string, result: 'approved' | 'chargeback' | 'won') {
  await sandbox.settlePayment(payment, result, 0);
  await hear(payment);
}
const isWaiting = async () =>
  (await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(db))
    .rows.length > 0;

/** Sends half of a balance away for good. */
async function withdraw(client: SignedInClient, currency: string) {
  const [all = 0n] = await both(client, currency);
  const payin_amount = formatUnits(all / 2n, currency);
  const dst_address = await sandbox.outsideAddress('ethereum');
  const sent = {
    payin_currency: currency,
    payin_group: 'balance',
    payin_amount,
    payout_currency: 'ETH',
    payout_group: 'ethereum',
    dst_address,
  };
  const { body } = await world.buy(client.access, sent);
  expect(body.errors).toEqual([]);
  await approveByCode(world, client, body);
  await world.work();
  expect((await world.read(body.nice_id)).txid).not.toBe('');
  return (await both(client, currency))[0] ?? 0n;
}

/** Wins a payment, and has another loss booked before that is committed. */
async function during(niceId: string, win: () => Promise<void>, lose: () => Promise<void>) {
  const [locked, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // The alarm of the payment is cleared last.
  const holding = db.transaction().execute(async (trx) => {
    await sql`select from alarms where kind = 'chargeback' and subject = ${niceId} for update`.execute(trx);
    locked.resolve();
    await end.promise;
  });
  await locked.promise;
  const won = win();
  await vi.waitUntil(isWaiting, { timeout: 10_000, interval: 20 });
  const lost = lose();
  const isBooked = await Promise.race([
    lost.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 3000)),
  ]);
  end.resolve();
  await Promise.all([holding, won, lost]);
  return isBooked;
}

/** Two purchases, one of which has left for good, and what is left. */
async function withdrawn() {
  const client = await world.signInClient();
  const buy = async () => {
    const { order } = await world.buy(client.access, { payout_group: 'balance', dst_address: '' });
    const payment = await world.paymentOf(order.nice_id);
    await report(payment, 'approved');
    return { niceId: order.nice_id, payment };
  };
  const [first, second] = [await buy(), await buy()];
  return { client, first, second, left: await withdraw(client, 'BTC') };
}

test('two card payments that are won at once', async () => {
  const { client, first, second, left } = await withdrawn();
  for (const { payment } of [first, second]) await report(payment, 'chargeback');
  for (const { payment } of [first, second]) await sandbox.settlePayment(payment, 'won', 0);
  await during(
    second.niceId,
    () => hear(second.payment),
    () => hear(first.payment),
  );
  expect(await both(client, 'BTC')).toEqual([left, 0n]);
  await expectSound(world);
}, 60_000);

test('a card payment that is lost while another is won', async () => {
  const { client, first, second, left } = await withdrawn();
  await report(first.payment, 'chargeback');
  await sandbox.settlePayment(first.payment, 'won', 0);
  await sandbox.settlePayment(second.payment, 'chargeback', 0);
  await during(
    first.niceId,
    () => hear(first.payment),
    () => hear(second.payment),
  );
  expect(await both(client, 'BTC')).toEqual([0n, left]);
  await expectSound(world);
}, 60_000);
