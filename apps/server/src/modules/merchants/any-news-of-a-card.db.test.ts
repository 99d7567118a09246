import { livesOf } from '@causeway/testing/test-length';
import fc from 'fast-check';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { listBalances, readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import type { AcquirerPayment } from '../../providers/acquirer/port.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { refundCardPayment } from '../acquirer-payins/refund-card-payment.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { refundMoney } from '../payin-methods/refund-money.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { buyAtShop, openShop } from './fixtures/buy-at-shop.ts';
import { decideOrder } from './fixtures/decide-order.ts';

// Whatever an acquirer says of one payment, in any turn and with answers that are old or lost: the books have what it
// has, its payer has that once, and who only owns an address has none of it.
const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
const acquirer = context.providers.acquirers.find('card_one');
const usual = acquirer.getPayment.bind(acquirer);
const usualRefund = acquirer.refundPayment.bind(acquirer);
const most = context.config.ORDER_MOST_EUR;
beforeAll(() => openShop(world), 60_000);
afterEach(() => {
  acquirer.getPayment = usual;
  acquirer.refundPayment = usualRefund;
  context.config.ORDER_MOST_EUR = most;
});

const cents = (text: string) => BigInt(text.replace('.', ''));
const text = (amount: bigint) => `${amount / 100n}.${(amount % 100n).toString().padStart(2, '0')}`;

const purchase = fc.record({
  isShop: fc.boolean(),
  /** What its first news meets: an order that is made at once, one that a person decides about, or one that ended. */
  as: fc.constantFrom('usual', 'held', 'late'),
  /** The acquirer counts what disputes take as given back. */
  countsDisputes: fc.boolean(),
  /** Of each two refunds one answer is lost. */
  losesAnswers: fc.boolean(),
});
type Purchase = typeof purchase extends fc.Arbitrary<infer Value> ? Value : never;

const often = ['hear', 'refund', 'charge back', 'win'] as const;
const seldom = ['hear at once', 'keep an answer', 'hear it late'] as const;
const decisions = ['give back', 'release', 'say no', 'say yes', 'say nothing'] as const;
const step = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...often) },
  { weight: 3, arbitrary: fc.constantFrom(...seldom) },
  { weight: 3, arbitrary: fc.constantFrom(...decisions) },
  { weight: 1, arbitrary: fc.record({ part: fc.constantFrom('10.00', '5.00', '0.01') }) },
  { weight: 2, arbitrary: fc.record({ wonPercent: fc.bigInt(0n, 90n), isSent: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

class Life {
  /** Answers that were read and are heard later, the newest last. */
  readonly kept: AcquirerPayment[] = [];
  readonly of: Purchase;
  readonly niceId: string;
  readonly orderId: string;
  readonly payment: string;
  readonly owner: { niceId: string; access: string };
  private constructor(of: Purchase, ids: Pick<Life, 'niceId' | 'orderId' | 'payment' | 'owner'>) {
    this.of = of;
    this.niceId = ids.niceId;
    this.orderId = ids.orderId;
    this.payment = ids.payment;
    this.owner = ids.owner;
  }

  static async begin(of: Purchase): Promise<Life> {
    const owner = await world.signInClient();
    const toBalance = { payout_group: 'balance', dst_address: '' };
    const { nice_id: niceId } = of.isShop
      ? await buyAtShop(world, owner.email)
      : (await world.buy(owner.access, toBalance)).order;
    const orders = db.selectFrom('orders').select('orderId').where('niceId', '=', niceId);
    const { orderId } = await orders.executeTakeFirstOrThrow();
    const life = new Life(of, { niceId, orderId, payment: await world.paymentOf(niceId), owner });
    if (of.as === 'late') await world.call(`/onramp/o/${niceId}/cancel`, {}, life.access);
    await sandbox.settlePayment(life.payment, 'approved', 0);
    return life;
  }

  /** A payer at a shop has no session. */
  get access() {
    return this.of.isShop ? undefined : this.owner.access;
  }

  async hear(): Promise<void> {
    await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: this.payment });
  }

  /** Sends what is to go back. */
  async refund(): Promise<void> {
    await refundMoney(context, this.orderId);
    await refundCardPayment(context, this.orderId);
  }

  /** Until the acquirer says something else, it says this first. */
  private async hearing(said: (now: AcquirerPayment) => AcquirerPayment, work: () => Promise<void>): Promise<void> {
    const before = acquirer.getPayment;
    acquirer.getPayment = async (id) => said(await before.call(acquirer, id));
    await work().finally(() => {
      acquirer.getPayment = before;
    });
  }

  async do(one: Step): Promise<void> {
    if (typeof one === 'object' && 'part' in one)
      return void (await sandbox.settlePayment(this.payment, 'refunded', 0, one.part));
    if (typeof one === 'object') return this.winInPart(one);
    switch (one) {
      case 'hear':
        return this.hear();
      case 'hear at once':
        return void (await Promise.all([this.hear(), this.hear()]));
      case 'keep an answer':
        return void this.kept.push(await usual(this.payment));
      case 'hear it late': {
        const old = this.kept.pop();
        return old && this.hearing(firstOf(old), () => this.hear());
      }
      case 'refund':
        return this.refund();
      case 'charge back':
        return void (await sandbox.settlePayment(this.payment, 'chargeback', 0));
      case 'win':
        return void (await sandbox.settlePayment(this.payment, 'won', 0));
      case 'give back':
      case 'release':
      case 'say no':
      case 'say yes':
      case 'say nothing': {
        const { niceId, orderId, access } = this;
        return decideOrder(world, { niceId, orderId, access, isHeld: this.of.as === 'held' }, one);
      }
    }
  }

  /** Of a dispute a part is won, and taken again before anything else happens. */
  private async winInPart({ wonPercent, isSent }: { wonPercent: bigint; isSent: boolean }): Promise<void> {
    const now = await usual(this.payment);
    if (now.status !== 'charged_back') return;
    const given = cents(now.refundedAmount);
    const refundedAmount = text(given + ((cents(now.amount) - given) * wonPercent) / 100n);
    await this.hearing(
      (said) => ({ ...said, status: 'approved', refundedAmount }),
      async () => {
        await this.hear();
        if (isSent) await this.refund();
      },
    );
  }
}

/** An old answer comes once, and then those of now. */
function firstOf(old: AcquirerPayment): (now: AcquirerPayment) => AcquirerPayment {
  let isHeard = false;
  return (now) => {
    if (isHeard) return now;
    isHeard = true;
    return old;
  };
}

function setAcquirer({ countsDisputes, losesAnswers, as }: Purchase): void {
  let sent = 0;
  context.config.ORDER_MOST_EUR = as === 'held' ? 1 : most;
  acquirer.refundPayment = async (input) => {
    const done = await usualRefund(input);
    sent += 1;
    if (losesAnswers && sent % 2 === 1) throw new ProviderError('card_one', 'unreachable', { message: 'lost' });
    return done;
  };
  acquirer.getPayment = async (id) => {
    const now = await usual(id);
    const isAll = countsDisputes && now.status === 'charged_back';
    return isAll ? { ...now, refundedAmount: now.amount } : now;
  };
}

/** Everything that was to be heard and sent is, however often an answer was lost. */
async function settle(life: Life): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await life.hear();
    for (let tries = 0; tries < 10; tries += 1) await life.refund().catch(() => undefined);
    await life.refund();
  }
  await life.hear();
}

async function sumAtAcquirer({ niceId }: Life): Promise<bigint> {
  const entries = db.selectFrom('ledgerEntries').select(['givers', 'takers', 'amounts']);
  const rows = await entries.where('reference', '=', niceId).execute();
  const atAcquirer = paths.worldCard('card_one');
  let sum = 0n;
  for (const { givers, takers, amounts } of rows)
    for (const [at, amount] of amounts.entries())
      sum += givers[at] === atAcquirer ? amount : takers[at] === atAcquirer ? -amount : 0n;
  return sum;
}

async function requireRight(life: Life, lostBefore: bigint): Promise<void> {
  const { status, amount, refundedAmount } = await usual(life.payment);
  const outside = status === 'charged_back' ? 0n : cents(amount) - cents(refundedAmount);
  expect(await sumAtAcquirer(life), 'the books have what the acquirer has').toBe(outside);
  const on = (path: string, currency = 'EUR') => readBalance(db, path, currency);
  const { client: free, held } = { client: paths.client(life.owner.niceId), held: paths.held(life.owner.niceId) };
  if (life.of.isShop)
    expect([await on(free), await on(held)], 'the owner of the address has nothing').toEqual([0n, 0n]);
  const orders = db.selectFrom('orders').select(['status', 'decisionKind', 'payinAmount']);
  const order = await orders.where('orderId', '=', life.orderId).executeTakeFirstOrThrow();
  if (order.status === 'finished') {
    // What a decision of its payer brought back as money is worth none of its coins.
    if (life.of.isShop || (await on(free)) > 0n) return;
    const [coins, heldCoins] = [await on(free, 'BTC'), await on(held, 'BTC')];
    const part = outside < order.payinAmount ? outside : order.payinAmount;
    const spendable = ((coins + heldCoins) * part) / order.payinAmount;
    expect(Math.abs(Number(coins - spendable)), 'nothing lost can be spent').toBeLessThanOrEqual(3);
    return;
  }
  if (order.status === 'processing' || order.decisionKind !== '') return;
  const rest = (await listBalances(db, paths.order(life.niceId))).filter(({ balance }) => balance !== 0n);
  expect(rest, 'the order that has ended holds nothing').toEqual([]);
  expect(life.of.isShop ? 0n : await on(free), 'its payer has it, once').toBe(outside);
  expect((await on(paths.chargebackLoss)) * -1n - lostBefore, 'what is lost is held').toBe(await on(held));
}

test('whatever an acquirer says of a payment, the books have it and its payer has it once', async () => {
  const lives = fc.tuple(purchase, fc.array(step, { minLength: 3, maxLength: 16 }));
  const property = fc.asyncProperty(lives, async ([of, turns]) => {
    context.config.ORDER_MOST_EUR = most;
    const life = await Life.begin(of);
    const lostBefore = -(await readBalance(db, paths.chargebackLoss, 'EUR'));
    setAcquirer(of);
    // What is refused at this moment, or was lost on its way, changes nothing.
    for (const one of turns) await life.do(one).catch(() => undefined);
    await settle(life);
    acquirer.getPayment = usual;
    await requireRight(life, lostBefore);
  });
  await fc.assert(property, { numRuns: livesOf(20), endOnFailure: true });
  expect(await compareWithOutside(context)).toEqual([]);
}, 300_000);
