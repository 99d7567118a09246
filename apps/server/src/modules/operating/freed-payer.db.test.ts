import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { adoptOrders } from '../merchants/open-buyer.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { buyAtShop, openShop } from '../merchants/fixtures/buy-at-shop.ts';
import { freeHeldMoney } from './kept-money.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;

beforeAll(async () => void (await openShop(world)), 60_000);

const report = async (payment: string, result: 'chargeback' | 'refunded', amount?: string) => {
  await sandbox.settlePayment(payment, result, 0, amount);
  await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
};

test('what a person frees of a payer whose address an account has confirmed is that account’s', async () => {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const order = await buyAtShop(world, email);
  const payment = await world.paymentOf(order.nice_id);
  await sandbox.settlePayment(payment, 'approved', 0);
  await report(payment, 'refunded', '10.00');
  await report(payment, 'refunded', '5.00');
  const payer = await db
    .selectFrom('clients')
    .select('niceId')
    .where('payerEmail', '=', email)
    .executeTakeFirstOrThrow();
  await report(payment, 'chargeback');
  const held = await readBalance(db, paths.held(payer.niceId), 'EUR');
  expect(held).toBeGreaterThan(0n);
  const client = await world.signInClient();
  await db.updateTable('clients').set({ email }).where('clientId', '=', client.clientId).execute();
  await adoptOrders(context, { clientId: client.clientId });
  await world.work();
  await freeHeldMoney(context, { client: payer.niceId, currency: 'EUR', why: 'held', operator: 'grace' });
  await world.work();
  const free = async (niceId: string) => readBalance(db, paths.client(niceId), 'EUR');
  expect([await free(payer.niceId), await free(client.niceId)]).toEqual([0n, held]);
  await expectSound(world);
}, 60_000);
