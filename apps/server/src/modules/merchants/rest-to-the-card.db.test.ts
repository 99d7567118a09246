import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listBalances, readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { returnHeldOrder } from '../operating/decide-held-order.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { refundMoney } from '../payin-methods/refund-money.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
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
  expect(await ownedBy(owner)).toEqual([]);
});

const hear = (payment: string) => confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
const ownedBy = async ({ niceId }: { niceId: string }) =>
  [...(await listBalances(db, paths.client(niceId))), ...(await listBalances(db, paths.held(niceId)))]
    .map(({ balance }) => balance)
    .filter((balance) => balance !== 0n);
const atAcquirer = (payment: string) => context.providers.acquirers.find('card_one').getPayment(payment);
const orderIdOf = async (niceId: string) =>
  (await db.selectFrom('orders').select('orderId').where('niceId', '=', niceId).executeTakeFirstOrThrow()).orderId;

/** A card payment of a purchase, not seen yet. */
async function buy() {
  const { nice_id: niceId } = await buyAtShop(world, owner.email);
  const payment = await world.paymentOf(niceId);
  await sandbox.settlePayment(payment, 'approved', 0);
  return { niceId, payment };
}

/** One that a person must look at first. */
async function buyHeld() {
  const made = await buy();
  const { ORDER_MOST_EUR } = context.config;
  context.config.ORDER_MOST_EUR = 1;
  await hear(made.payment);
  context.config.ORDER_MOST_EUR = ORDER_MOST_EUR;
  return made;
}

async function expectBack({ niceId, payment }: { niceId: string; payment: string }) {
  expect(await atAcquirer(payment)).toMatchObject({ status: 'refunded' });
  expect((await listBalances(db, paths.order(niceId))).filter(({ balance }) => balance !== 0n)).toEqual([]);
}

describe('what is left of a card payment at a merchant goes back to that card', () => {
  test('where a part was given back by hand before anything was exchanged', async () => {
    const made = await buyHeld();
    await sandbox.settlePayment(made.payment, 'refunded', 0, '10.00');
    await hear(made.payment);
    expect((await world.read(made.niceId)).status).toBe('error');
    await world.work();
    await expectBack(made);
    await hear(made.payment);
  });

  test('where parts were given back before it was seen and while its rest was awaited', async () => {
    const made = await buy();
    for (const amount of ['10.00', '5.00']) {
      await sandbox.settlePayment(made.payment, 'refunded', 0, amount);
      await hear(made.payment);
    }
    expect((await world.read(made.niceId)).status).toBe('refunded');
    await world.work();
    await expectBack(made);
    await hear(made.payment);
  });

  test('where a dispute was won after its order had stopped', async () => {
    const made = await buyHeld();
    for (const outcome of ['chargeback', 'won'] as const) {
      await sandbox.settlePayment(made.payment, outcome, 0);
      await hear(made.payment);
    }
    await hear(made.payment);
    await world.work();
    await expectBack(made);
  });

  test('where a part was won, and is on its way, when a dispute takes the other part: once', async () => {
    const made = await buy();
    const acquirer = context.providers.acquirers.find('card_one');
    const usual = acquirer.getPayment.bind(acquirer);
    acquirer.getPayment = async (id) => ({ ...(await usual(id)), refundedAmount: '10.00' });
    await hear(made.payment);
    acquirer.getPayment = usual;
    await hear(made.payment);
    await sandbox.settlePayment(made.payment, 'chargeback', 0);
    await hear(made.payment);
    const sent = db
      .selectFrom('refunds')
      .select('amount')
      .where('orderId', '=', await orderIdOf(made.niceId));
    expect(await sent.execute()).toEqual([{ amount: 1000n }]);
    await sandbox.settlePayment(made.payment, 'won', 0);
    await hear(made.payment);
    await world.work();
    await expectBack(made);
  });

  test('where a dispute that took a refund on its way was won, once', async () => {
    const made = await buyHeld();
    await returnHeldOrder(context, { niceId: made.niceId, operator: 'ann' });
    await sandbox.settlePayment(made.payment, 'chargeback', 0);
    await refundMoney(context, await orderIdOf(made.niceId));
    await hear(made.payment);
    await world.work();
    for (let turn = 0; turn < 2; turn += 1) {
      await sandbox.settlePayment(made.payment, 'won', 0);
      await Promise.all([hear(made.payment), hear(made.payment)]);
      if (turn === 0) await sandbox.settlePayment(made.payment, 'chargeback', 0);
      if (turn === 0) await hear(made.payment);
      await refundMoney(context, await orderIdOf(made.niceId));
    }
    await world.work();
    await expectBack(made);
    expect(await readBalance(db, paths.chargebackLoss, 'EUR')).toBe(0n);
  });
});

describe('what came too late at a merchant', () => {
  test('and was charged back on its way back, goes back once the dispute is won', async () => {
    const { nice_id: niceId } = await buyAtShop(world, owner.email);
    const payment = await world.paymentOf(niceId);
    await world.call(`/onramp/o/${niceId}/cancel`, {});
    await sandbox.settlePayment(payment, 'approved', 0);
    await hear(payment);
    await sandbox.settlePayment(payment, 'chargeback', 0);
    await world.work();
    await hear(payment);
    await sandbox.settlePayment(payment, 'won', 0);
    await hear(payment);
    await world.work();
    await expectBack({ niceId, payment });
  });
});
