import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { newUuid } from '../../new-uuid.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';

const world = await openOrderWorld({ connections: 3 });
const { context, sandbox } = world;
const { db } = context;
const both = async ({ niceId }: SignedInClient) => [
  await readBalance(db, paths.client(niceId), 'BTC'),
  await readBalance(db, paths.held(niceId), 'BTC'),
];
const isWaiting = async () =>
  (await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(db))
    .rows.length > 0;

test('what a person books while the dispute is won in part is not held again of other money', async () => {
  const client = await world.signInClient();
  const { order } = await world.buy(client.access, { payout_group: 'balance', dst_address: '' });
  const payment = await world.paymentOf(order.nice_id);
  const hear = async () => confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
  await sandbox.settlePayment(payment, 'approved', 0);
  await hear();
  await sandbox.settlePayment(payment, 'chargeback', 0);
  await hear();
  const [, held = 0n] = await both(client);
  expect(held).toBeGreaterThan(0n);
  await world.giveBalance(client, held, 'BTC');
  const acquirer = context.providers.acquirers.find('card_one');
  const usual = acquirer.getPayment.bind(acquirer);
  acquirer.getPayment = async (id) => ({ ...(await usual(id)), status: 'approved', refundedAmount: '100.00' });
  const [posted, winning] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // As `bookKeptMoney` does it, with the win on its way before this is committed.
  const booked = db.transaction().execute(async (trx) => {
    await trx.selectFrom('clients').select('niceId').where('niceId', '=', client.niceId).forUpdate().execute();
    await postEntry(trx, context, {
      kind: 'kept_booked',
      reference: client.niceId,
      idempotencyKey: `kept_booked:${newUuid(context)}`,
      postings: [{ from: paths.held(client.niceId), to: paths.treasury, amount: held, currency: 'BTC' }],
    });
    posted.resolve();
    await winning.promise;
  });
  await posted.promise;
  const won = hear();
  await vi.waitUntil(isWaiting, { timeout: 10_000, interval: 20 });
  winning.resolve();
  await Promise.all([booked, won]);
  expect(await both(client)).toEqual([held, 0n]);
});
