import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listBalances } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { returnHeldOrder } from '../operating/decide-held-order.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { refundMoney } from '../payin-methods/refund-money.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { endDecision } from '../settlement/decision.ts';
import { buyAtShop, openShop } from './fixtures/buy-at-shop.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
/** Whose e-mail address the payer has typed. */
let owner: SignedInClient;

beforeAll(async () => {
  await openShop(world);
  owner = await world.signInClient();
});
afterEach(async () => {
  await expectSound(world);
  expect(await compareWithOutside(context)).toEqual([]);
});

const hear = (payment: string) => confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
const rowOf = (niceId: string) =>
  db.selectFrom('orders').selectAll().where('niceId', '=', niceId).executeTakeFirstOrThrow();
const ownedBy = async ({ niceId }: { niceId: string }) =>
  (await listBalances(db, paths.client(niceId))).map(({ balance }) => balance).filter((balance) => balance !== 0n);
const atAcquirer = (payment: string) => context.providers.acquirers.find('card_one').getPayment(payment);

/** A card payment of a purchase that a person must look at first, not seen yet. */
async function buyHeld(email = owner.email) {
  const { nice_id: niceId } = await buyAtShop(world, email);
  const payment = await world.paymentOf(niceId);
  const { ORDER_MOST_EUR } = context.config;
  context.config.ORDER_MOST_EUR = 1;
  await sandbox.settlePayment(payment, 'approved', 0);
  await hear(payment);
  context.config.ORDER_MOST_EUR = ORDER_MOST_EUR;
  return { niceId, payment };
}

describe('what a merchant’s payer paid by card goes back to that card, not to who owns the typed address', () => {
  test('beyond the month’s limit', async () => {
    const made: { niceId: string; payment: string }[] = [];
    for (let count = 0; count < 6; count += 1) {
      const { nice_id: niceId } = await buyAtShop(world, owner.email, { purchase_amount: '950' });
      made.push({ niceId, payment: await world.paymentOf(niceId) });
    }
    for (const { payment } of made) {
      await sandbox.settlePayment(payment, 'approved', 0);
      await hear(payment);
    }
    await world.work();
    const over = await db
      .selectFrom('orders')
      .select(['niceId', 'payinAmount'])
      .where('status', '=', 'refunded')
      .execute();
    expect(over.length).toBeGreaterThan(0);
    expect(await ownedBy(owner)).toEqual([]);
    for (const { niceId } of over) {
      const payment = made.find((one) => one.niceId === niceId)?.payment ?? '';
      expect(await atAcquirer(payment)).toMatchObject({ status: 'refunded' });
      expect(await world.read(niceId)).toMatchObject({ status: 'refunded', refund_method: 'card' });
    }
  });

  test('where a person gives it back', async () => {
    const { niceId, payment } = await buyHeld();
    await returnHeldOrder(context, { niceId, operator: 'ann' });
    await world.work();
    expect(await atAcquirer(payment)).toMatchObject({ status: 'refunded' });
    expect(await ownedBy(owner)).toEqual([]);
  });

  test('where it came in part, after the time to decide: the part that is there', async () => {
    const email = `${randomBytes(6).toString('hex')}@example.com`;
    const { nice_id: niceId } = await buyAtShop(world, email);
    const payment = await world.paymentOf(niceId);
    await sandbox.settlePayment(payment, 'approved', 0);
    await sandbox.settlePayment(payment, 'refunded', 0, '10.00');
    await hear(payment);
    const { orderId, clientId } = await rowOf(niceId);
    await db
      .updateTable('orders')
      .set({ decideUntil: new Date(0) })
      .where('orderId', '=', orderId)
      .execute();
    await endDecision(context, orderId);
    await world.work();
    expect(await atAcquirer(payment)).toMatchObject({ status: 'refunded' });
    const payer = db.selectFrom('clients').select('niceId').where('clientId', '=', clientId);
    expect(await ownedBy(await payer.executeTakeFirstOrThrow())).toEqual([]);
  });

  test('nothing more is sent where the payer has charged it back meanwhile', async () => {
    const { niceId, payment } = await buyHeld();
    await returnHeldOrder(context, { niceId, operator: 'ann' });
    await sandbox.settlePayment(payment, 'chargeback', 0);
    const { orderId } = await rowOf(niceId);
    await refundMoney(context, orderId);
    await hear(payment);
    await world.work();
    expect(await listBalances(db, paths.order(niceId))).toMatchObject([{ balance: 0n }]);
    const open = db.selectFrom('alarms').select('kind').where('subject', '=', orderId).where('clearedAt', 'is', null);
    expect(await open.execute()).toEqual([]);
    expect(await ownedBy(owner)).toEqual([]);
  });
});
