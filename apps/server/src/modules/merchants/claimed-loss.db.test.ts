import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { formatUnits } from '@causeway/domain/currencies/format-units';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { sayGivenBack } from '../acquirer-payins/fixtures/say-given-back.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { approveByCode } from '../card-payouts/fixtures/sell-to-card.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { buyAtShop, openShop } from './fixtures/buy-at-shop.ts';
import { erasePayers } from '../closing/erase-deleted.ts';
import { freeHeldMoney } from '../operating/kept-money.ts';
import { adoptOrders } from './open-buyer.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;

beforeAll(async () => {
  await world.fundWallet('10', 'ETH');
  await openShop(world);
}, 60_000);

const report = async (payment: string, result: 'approved' | 'chargeback' | 'refunded' | 'won', amount?: string) => {
  await sandbox.settlePayment(payment, result, 0, amount);
  await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
};

/** A card payment at a merchant, of which the acquirer has given back parts before: the rest waits for its payer. */
async function waiting(email = `${randomBytes(6).toString('hex')}@example.com`) {
  const order = await buyAtShop(world, email);
  const payment = await world.paymentOf(order.nice_id);
  await sandbox.settlePayment(payment, 'approved', 0);
  await report(payment, 'refunded', '10.00');
  await report(payment, 'refunded', '5.00');
  // The claim's e-mail is sent.
  await world.work();
  const payer = await db
    .selectFrom('clients')
    .select(['niceId', 'clientId'])
    .where('payerEmail', '=', email)
    .executeTakeFirstOrThrow();
  return { email, payment, payer, niceId: order.nice_id };
}

/** The account that confirms the address. */
async function claim(email: string) {
  const client = await world.signInClient();
  await db.updateTable('clients').set({ email }).where('clientId', '=', client.clientId).execute();
  await adoptOrders(context, { clientId: client.clientId });
  return { ...client, email };
}

const both = async (niceId: string) => [
  await readBalance(db, paths.client(niceId), 'EUR'),
  await readBalance(db, paths.held(niceId), 'EUR'),
];

/** Money of the account leaves it for good. */
async function send(client: SignedInClient, amount: bigint): Promise<void> {
  const dst_address = await sandbox.outsideAddress('ethereum');
  const outside = { payout_currency: 'ETH', payout_group: 'ethereum', dst_address };
  const paid = { payin_currency: 'EUR', payin_group: 'balance', payin_amount: formatUnits(amount, 'EUR') };
  const { body } = await world.buy(client.access, { ...paid, ...outside });
  await approveByCode(world, client, body);
  await world.work();
}

/** Two payments of a payer are lost: one before an account claims the other, which has left it by then. */
async function loseBoth() {
  const first = await waiting();
  const second = await waiting(first.email);
  await report(second.payment, 'chargeback');
  const client = await claim(first.email);
  const [spent = 0n] = await both(client.niceId);
  await send(client, spent);
  await report(first.payment, 'chargeback');
  return { first, second, client, spent };
}

describe('money that an account has claimed', () => {
  test('is held there when its payment is taken back after that', async () => {
    const { email, payment, payer } = await waiting();
    const [left = 0n] = await both(payer.niceId);
    expect(left).toBeGreaterThan(0n);
    const client = await claim(email);
    expect(await both(client.niceId)).toEqual([left, 0n]);
    await report(payment, 'chargeback');
    expect(await both(client.niceId)).toEqual([0n, left]);
    await report(payment, 'won');
    const [free = 0n, held] = await both(client.niceId);
    expect([free >= left, held]).toEqual([true, 0n]);
    await expectSound(world);
  }, 60_000);

  test('is its account’s also where it was held when the address was confirmed, and is won later', async () => {
    const { email, payment, payer } = await waiting();
    const [left = 0n] = await both(payer.niceId);
    await report(payment, 'chargeback');
    expect(await both(payer.niceId)).toEqual([0n, left]);
    const client = await claim(email);
    await report(payment, 'won');
    await world.work();
    const [free = 0n] = await both(client.niceId);
    expect([await both(payer.niceId), free >= left]).toEqual([[0n, 0n], true]);
    await expectSound(world);
  }, 60_000);

  test('is held for a loss of its account that found nothing because it was held itself', async () => {
    const { first, second, client, spent } = await loseBoth();
    expect(await both(client.niceId)).toEqual([0n, 0n]);
    await report(second.payment, 'won');
    await world.work();
    const [free = 0n, held = 0n] = await both(client.niceId);
    expect(await both(first.payer.niceId)).toEqual([0n, 0n]);
    expect([held, free < spent]).toEqual([spent, true]);
    await expectSound(world);
    await report(first.payment, 'won');
    expect((await both(client.niceId))[1]).toBe(0n);
    await expectSound(world);
  }, 60_000);

  test('is held for larger losses of its account no further than it was held itself', async () => {
    const first = await waiting();
    const third = await waiting(first.email);
    const second = await waiting(first.email);
    await report(second.payment, 'chargeback');
    const client = await claim(first.email);
    const [spent = 0n] = await both(client.niceId);
    const [, small = 0n] = await both(first.payer.niceId);
    expect([small > 0n, spent > small]).toEqual([true, true]);
    await send(client, spent);
    for (const { payment } of [first, third]) await report(payment, 'chargeback');
    expect(await both(client.niceId)).toEqual([0n, 0n]);
    // Money of another source, after the losses.
    await world.giveBalance(client, 100_000n, 'EUR');
    await report(second.payment, 'won');
    await world.work();
    const [free = 0n, held = 0n] = await both(client.niceId);
    expect([free >= 100_000n, held]).toEqual([true, small]);
    await expectSound(world);
  }, 60_000);
});

test('what of a payer was held and freed again and again is held once for a loss of the account', async () => {
  const turning = await waiting();
  await report(turning.payment, 'chargeback');
  const own = await waiting();
  const { payment: other } = await waiting(own.email);
  const client = await claim(own.email);
  const [spent = 0n] = await both(client.niceId);
  await send(client, spent);
  for (const payment of [own.payment, other]) await report(payment, 'chargeback');
  for (const result of ['won', 'chargeback', 'won'] as const) await report(turning.payment, result);
  const [freed = 0n] = await both(turning.payer.niceId);
  expect(freed).toBeGreaterThan(0n);
  await world.giveBalance(client, 10_000n, 'EUR');
  const { clientId } = client;
  await db.updateTable('clients').set({ email: turning.email }).where('clientId', '=', clientId).execute();
  await adoptOrders(context, { clientId });
  expect(await both(turning.payer.niceId)).toEqual([0n, 0n]);
  expect(await both(client.niceId)).toEqual([10_000n, freed]);
  await expectSound(world);
}, 60_000);

test('what a payer lost in part and won in part is held of the payer, beside money of the account', async () => {
  const { first, second, client } = await loseBoth();
  await world.giveBalance(client, 10_000n, 'EUR');
  const [, lost = 0n] = await both(first.payer.niceId);
  const { refundedOutside } = await db
    .selectFrom('cardPayments')
    .select('refundedOutside')
    .where('acquirerPaymentId', '=', second.payment)
    .executeTakeFirstOrThrow();
  await sayGivenBack(context, second.payment, formatUnits(refundedOutside - 1000n, 'EUR'));
  expect(await both(first.payer.niceId)).toEqual([1000n, lost - 1000n]);
  expect(await both(client.niceId)).toEqual([10_000n, 0n]);
  await world.work();
  expect(await both(first.payer.niceId)).toEqual([0n, lost - 1000n]);
  expect(await both(client.niceId)).toEqual([10_000n, 1000n]);
  await report(second.payment, 'won');
  await world.work();
  expect(await both(first.payer.niceId)).toEqual([0n, 0n]);
  const [free = 0n, held] = await both(client.niceId);
  expect([free >= 10_000n, held]).toEqual([true, lost]);
}, 60_000);

describe('held money of a payer has a way to its owner', () => {
  const linksTo = async (email: string) =>
    (await sandbox.inbox(email)).filter(({ subject }) => subject?.startsWith('Money is waiting') === true).length;
  async function held() {
    const lost = await waiting();
    const [left = 0n] = await both(lost.payer.niceId);
    await report(lost.payment, 'chargeback');
    return { ...lost, left, links: await linksTo(lost.email) };
  }

  test('who is not erased while it is held, and is once nothing is', async () => {
    const { payer, email, left, links } = await held();
    const later = new Date(Date.now() + 60_000);
    const erase = () => db.transaction().execute((trx) => erasePayers(trx, later));
    await erase();
    await freeHeldMoney(context, { client: payer.niceId, currency: 'EUR', why: 'held', operator: 'grace' });
    await world.work();
    expect([await both(payer.niceId), await linksTo(email)]).toEqual([[left, 0n], links + 1]);
    await claim(email);
    await erase();
    const { payerEmail } = await selectPayer(payer.clientId);
    expect(payerEmail).toBeNull();
  }, 60_000);
});

const selectPayer = (clientId: string) =>
  db.selectFrom('clients').select('payerEmail').where('clientId', '=', clientId).executeTakeFirstOrThrow();
