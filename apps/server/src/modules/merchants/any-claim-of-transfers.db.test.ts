import { formatUnits } from '@causeway/domain/currencies/format-units';
import { livesOf } from '@causeway/testing/test-length';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { findBooksFaults } from '../books/check-books.ts';
import { hashPassword, savePassword } from '../clients/passwords/password.ts';
import { deleteAccount } from '../closing/delete-account.ts';
import { heldLaw, lossLaw } from '../losses/fixtures/life-laws.ts';
import { isFault, openLives, requireAnswer, sumAt } from '../losses/fixtures/open-lives.ts';
import type { Payment } from '../losses/fixtures/outside-payments.ts';
import { losePayment, winPayment } from '../losses/fixtures/take-back.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { openWithdrawalWorld } from '../withdrawals/fixtures/open-withdrawal-world.ts';
import { buyAtShop, openShop } from './fixtures/buy-at-shop.ts';
import { newAddress } from './fixtures/late-coins.ts';
import { adoptOrders } from './open-buyer.ts';

// Payers at a shop pay by card or transfer, in parts, at once or too late, and their bank may take nothing back: that
// waits for who owns the typed address. Whatever of it is taken back and won, before an account claims it or after it
// has spent it: the account has once what is there, and the shop what was bought.
const world = await openWithdrawalWorld({ connections: 3, settings: { LOG_LEVEL: 'fatal' } });
const { context, sandbox } = world;
const { db } = context;
const lives = openLives(world);
const { bank } = context.providers;
const usualReturn = bank.returnTransfer.bind(bank);
let refusesReturns = false;
bank.returnTransfer = async (input) => {
  if (refusesReturns && !input.key.startsWith('desk-'))
    throw new ProviderError('bank_one', 'refused', { code: 'not_returnable' });
  return usualReturn(input);
};
const password = 'correct horse battery';
const passwordHash = await hashPassword(password);
let shop: SignedInClient;
beforeAll(async () => {
  await sandbox.holdPrices();
  await world.fundWallet('2', 'BTC', 20);
  shop = await openShop(world);
});

const most = 5;
const nth = fc.nat(most - 1);
const purchase = fc.record({
  /** The first or the second payer. */
  by: fc.nat(1),
  with: fc.constantFrom('card' as const, 'sepa' as const, 'sepa' as const),
  isLate: fc.constantFrom(true, true, false),
  fifths: fc.constantFrom(5n, 5n, 2n, 6n),
  /** By a transfer more for the order before. */
  isSame: fc.boolean(),
});
type Purchase = typeof purchase extends fc.Arbitrary<infer Value> ? Value : never;
const step = fc.oneof(
  { weight: 5, arbitrary: purchase },
  { weight: 1, arbitrary: fc.record({ closes: fc.constant(true) }) },
  { weight: 5, arbitrary: fc.record({ lose: nth, fifths: fc.constantFrom(5n, 5n, 1n, 2n) }) },
  { weight: 3, arbitrary: fc.record({ win: nth, percent: fc.constantFrom(100n, 40n) }) },
  { weight: 3, arbitrary: fc.record({ claim: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ decide: nth, answer: fc.constantFrom('yes', 'no') }) },
  { weight: 4, arbitrary: fc.record({ spend: fc.constantFrom('BTC', 'out'), quarters: fc.bigInt(1n, 4n) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Payer {
  email: string;
  isClaimed: boolean;
  /** The order that was paid last. */
  last?: Bought;
}

interface Bought {
  niceId: string;
  orderId: string;
  with: 'card' | 'sepa';
  price: bigint;
  payments: Payment[];
}

interface Life {
  account: SignedInClient;
  payers: [Payer, Payer];
  bought: Bought[];
  shopHad: bigint;
  /** What the account had bought before with money of its own. */
  honest: bigint;
}

const pick = <One>(from: readonly One[], place: number): One | undefined => from[place % Math.max(from.length, 1)];
const paymentsOf = ({ bought }: Life) => bought.flatMap(({ payments }) => payments);
const shopHas = async () => (await lives.free(shop, 'USD')) + (await lives.held(shop, 'USD'));

async function place(payer: Payer, one: Purchase): Promise<Bought> {
  const { nice_id: niceId } = await buyAtShop(world, payer.email, {
    purchase_amount: '149.90',
    payin_group: one.with,
    is_agree_name: '1',
  });
  const orders = db.selectFrom('orders').select(['orderId', 'payinAmount']).where('niceId', '=', niceId);
  const { orderId, payinAmount: price } = await orders.executeTakeFirstOrThrow();
  if (one.isLate) await world.call(`/onramp/o/${niceId}/cancel`, {});
  return { niceId, orderId, with: one.with, price, payments: [] };
}

async function pay(life: Life, one: Purchase): Promise<void> {
  const payer = life.payers[one.by] ?? life.payers[0];
  if (paymentsOf(life).length === most || payer.isClaimed) return;
  const isMore = one.isSame && payer.last?.with === 'sepa' && one.with === 'sepa';
  const order = isMore && payer.last !== undefined ? payer.last : await place(payer, one);
  payer.last = order;
  if (!life.bought.includes(order)) life.bought.push(order);
  if (order.with === 'sepa') order.payments.push(await lives.transfer(order, (order.price * one.fifths) / 5n));
  else {
    const id = await world.paymentOf(order.niceId);
    await sandbox.settlePayment(id, 'approved', 0);
    const payment: Payment & { kind: 'card' } = { kind: 'card', id, cents: order.price };
    order.payments.push(payment);
    await lives.hear(payment);
  }
}

async function spend({ account }: Life, one: Extract<Step, { spend: string }>): Promise<void> {
  const amount = ((await lives.free(account, 'EUR')) * one.quarters) / 4n;
  const outside = { payout_group: 'bitcoin', dst_address: await sandbox.outsideAddress('bitcoin') };
  return exchange(account, amount, { payout_currency: 'BTC', ...(one.spend === 'out' && outside) });
}

async function exchange(account: SignedInClient, amount: bigint, payout: Record<string, string>): Promise<void> {
  const paid = { payin_currency: 'EUR', payin_group: 'balance', payin_amount: formatUnits(amount, 'EUR') };
  const toBalance = { payout_group: 'balance', dst_address: '' };
  const { body, status } = await world.buy(account.access, { ...paid, ...toBalance, ...payout });
  requireAnswer(status);
  const orders = db.selectFrom('orders').select(['niceId', 'orderId']).where('niceId', '=', body.nice_id);
  const order = await orders.executeTakeFirst();
  if (order === undefined) return;
  await lives.approve({ owner: account, by: 'balance', ...order });
  await lives.work();
}

async function take(life: Life, one: Step): Promise<void> {
  const { account, payers } = life;
  if ('by' in one) return pay(life, one);
  if ('spend' in one) return spend(life, one);
  if ('closes' in one) return deleteAccount(context, { clientId: account.clientId, password, isAgree: true });
  if ('claim' in one) {
    const payer = payers[one.claim] ?? payers[0];
    payer.isClaimed = true;
    life.account = { ...account, email: payer.email };
    return void (await db
      .updateTable('clients')
      .set({ email: payer.email })
      .where('clientId', '=', account.clientId)
      .execute());
  }
  if ('decide' in one) {
    const order = pick(life.bought, one.decide);
    if (order === undefined) return;
    return requireAnswer((await world.call('/lt_decision', { nice_id: order.niceId, answer: one.answer })).status);
  }
  const payment = pick(paymentsOf(life), 'lose' in one ? one.lose : one.win);
  if (payment === undefined) return;
  if ('lose' in one) await losePayment(lives, payment, one.fifths);
  else await winPayment(lives, payment, one.percent);
}

/** What is to be sent back is, or given to a balance, and what is freed of a payer's is its account's. */
async function settle(life: Life): Promise<void> {
  for (const { orderId } of life.bought) await lives.refund(orderId).catch(() => undefined);
  if (life.payers.some(({ isClaimed }) => isClaimed)) await adoptOrders(context, { clientId: life.account.clientId });
}

const cents = (amount: string) => BigInt(amount.replace('.', ''));

/** What the outside has for an order. */
async function readOutside({ niceId, payments }: Bought): Promise<bigint> {
  let sum = 0n;
  for (const payment of payments)
    if (payment.kind === 'card') {
      const { status, amount, refundedAmount } = await lives.hearPayment(payment.id);
      sum += status === 'charged_back' ? 0n : cents(amount) - cents(refundedAmount);
    }
  for (const { amount, returned_amount } of await sandbox.bankTransfers(niceId))
    sum += cents(amount) - cents(returned_amount);
  return sum;
}

/** What of an order's payment went to a balance, what it bought, and what of both the outside has no longer. */
async function readOrder(order: Bought) {
  const outside = await readOutside(order);
  const at = order.with === 'card' ? paths.worldCard('card_one') : paths.worldBank('bank_one');
  expect(-(await sumAt(world, at, order.niceId)), 'the books have what the outside has').toBe(outside);
  const rows = db.selectFrom('orders').selectAll().where('orderId', '=', order.orderId);
  const { status, payinAmount, payoutAmount } = await rows.executeTakeFirstOrThrow();
  const refunds = db.selectFrom('refunds').select('amount').where('orderId', '=', order.orderId);
  const toBalance = await refunds.where('method', '=', 'balance').where('status', '=', 'done').execute();
  const given = toBalance.reduce((sum, { amount }) => sum + amount, 0n);
  // Of an order that waits the money is the order's.
  const waiting = await readBalance(db, paths.order(order.niceId), 'EUR');
  const [paid, sold] = status === 'finished' ? [payinAmount, payoutAmount] : [0n, 0n];
  const lost = given + paid + waiting - outside;
  expect(lost >= 0n, `all that came is somebody’s: ${order.niceId} ${given} ${paid} ${waiting} ${outside}`).toBe(true);
  return { given, lost, sold, soldLost: lost >= paid ? sold : (sold * lost) / paid };
}

/** The account and both payers, before and after they are claimed. */
async function listOwners({ account, payers }: Life): Promise<string[]> {
  const emails = payers.map(({ email }) => email);
  const rows = db.selectFrom('clients').select('niceId');
  const own = rows.where(({ eb, or }) => or([eb('payerEmail', 'in', emails), eb('claimedBy', '=', account.clientId)]));
  return [account.niceId, ...(await own.execute()).map(({ niceId }) => niceId)];
}

async function requireRight(life: Life): Promise<void> {
  const orders = await Promise.all(life.bought.map(readOrder));
  const sum = (of: 'given' | 'lost' | 'sold' | 'soldLost') => orders.reduce((total, one) => total + one[of], 0n);
  const [given, lost, sold, soldLost] = [sum('given'), sum('lost'), sum('sold'), sum('soldLost')];
  const ids = await listOwners(life);
  const sumOf = async (path: (niceId: string) => string, currency: string) => {
    const amounts = await Promise.all(ids.map((niceId) => readBalance(db, path(niceId), currency)));
    return amounts.reduce((total, amount) => total + amount, 0n);
  };
  const [free, held, left] = [
    await sumOf(paths.client, 'EUR'),
    await sumOf(paths.held, 'EUR'),
    await sumOf(paths.unplaced, 'EUR'),
  ];
  const [coins, heldCoins] = [await sumOf(paths.client, 'BTC'), await sumOf(paths.held, 'BTC')];
  const are = [given, lost, free, held, left, coins, heldCoins, sold, soldLost].join(' ');
  expect(free + held + left <= given, `no more than came is there, ${are}`).toBe(true);
  expect(held <= lost, `no more is held than is lost, ${are}`).toBe(true);
  expect(await lives.free(life.account, 'ETH'), `what was bought before is free, ${are}`).toBe(life.honest);
  if (lost === 0n) expect([held, heldCoins], `nothing is held, ${are}`).toEqual([0n, 0n]);
  if (sold === 0n) expect(free <= given - lost, `nothing lost can be spent, ${are}`).toBe(true);
  if (sold === 0n && lost === given) expect([free, coins], `all is lost, ${are}`).toEqual([0n, 0n]);
  if (given === 0n) {
    expect((await shopHas()) - life.shopHad, `the shop has what was bought, ${are}`).toBe(sold);
    const off = (await lives.held(shop, 'USD')) - soldLost;
    expect(off >= -3n && off <= 3n, `of that is held what is lost, ${are}`).toBe(true);
  }
  expect((await heldLaw([...ids, shop.niceId]).execute(db)).rows).toEqual([]);
  expect((await lossLaw([life.account.clientId]).execute(db)).rows).toEqual([]);
}

/** Whether the account bought ether first, and whether the bank takes nothing back. */
const life = [fc.boolean(), fc.boolean(), fc.array(step, { minLength: 5, maxLength: 14 })] as const;

const late = { with: 'sepa', isLate: true, fifths: 5n, isSame: false } as const;
/** A claimed payment counted as there before everything: of the ether was held what another one took of its own. */
const claimedTwice: [boolean, boolean, Step[]] = [
  true,
  true,
  [
    { by: 0, ...late },
    { claim: 0 },
    { spend: 'out', quarters: 4n },
    { by: 1, ...late },
    { claim: 1 },
    { lose: 1, fifths: 5n },
    { lose: 0, fifths: 5n },
  ],
];

test('whatever payments of payers are taken back, the account that claims them has them once', async () => {
  const property = fc.asyncProperty(...life, async (isHonest, refuses, steps) => {
    refusesReturns = refuses;
    shop = await openShop(world);
    const account = await world.signInClient();
    await savePassword(db, account.clientId, passwordHash);
    const openPayer = (): Payer => ({ email: newAddress(), isClaimed: false });
    const payers: Life['payers'] = [openPayer(), openPayer()];
    if (isHonest) {
      await world.giveBalance(account, 10_000n, 'EUR');
      await exchange(account, 10_000n, { payout_currency: 'ETH' });
    }
    const honest = await lives.free(account, 'ETH');
    expect(honest > 0n).toBe(isHonest);
    const life: Life = { account, payers, bought: [], shopHad: await shopHas(), honest };
    for (const one of steps) {
      await take(life, one).catch((error: unknown) => {
        if (isFault(error)) throw error;
      });
      await settle(life);
      await requireRight(life);
    }
    for (const payment of paymentsOf(life)) await losePayment(lives, payment, 5n).catch(() => undefined);
    await settle(life);
    await requireRight(life);
    for (const payment of paymentsOf(life)) await winPayment(lives, payment, 100n);
    await settle(life);
    await requireRight(life);
    expect(await findBooksFaults(db, new Date(Date.now() - 60_000))).toEqual([]);
  });
  const numRuns = livesOf(3);
  await fc.assert(property, { numRuns, examples: [claimedTwice], endOnFailure: true });
  expect(await compareWithOutside(context)).toEqual([]);
}, 900_000);
