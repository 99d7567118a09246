import { livesOf } from '@causeway/testing/test-length';
import fc from 'fast-check';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { drainJobs } from '../../jobs/drain-jobs.ts';
import { listBalances, readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { allJobs } from '../../worker.ts';
import { collectTransfers } from '../bank-payins/collect-transfers.ts';
import { payByTransfer, returnAtBank } from '../bank-payins/fixtures/pay-by-transfer.ts';
import { recheckTransfers } from '../bank-payins/outside-returns.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { refundMoney } from '../payin-methods/refund-money.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { buyAtShop, openShop } from './fixtures/buy-at-shop.ts';
import { decideOrder } from './fixtures/decide-order.ts';

// Whatever comes for one order by transfer and is returned by the bank, in any turn and with answers that are lost: the
// books have what the bank has, its payer has that once, and who only owns an address has none of it.
const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
const { bank } = context.providers;
const usualReturn = bank.returnTransfer.bind(bank);
const most = context.config.ORDER_MOST_EUR;
beforeAll(() => openShop(world), 60_000);
afterEach(() => {
  bank.returnTransfer = usualReturn;
  context.config.ORDER_MOST_EUR = most;
});

const text = (amount: bigint) => `${amount / 100n}.${(amount % 100n).toString().padStart(2, '0')}`;
const cents = (amount: string) => BigInt(amount.replace('.', ''));

const purchase = fc.record({
  isShop: fc.boolean(),
  /** What its money meets: an order that is made at once, one that a person decides about, or one that ended. */
  as: fc.constantFrom('usual', 'usual', 'held', 'late'),
  /** Of each two returns that we ask for one answer is lost. */
  losesAnswers: fc.boolean(),
  /** The bank sends nothing back that we ask for. */
  refusesReturns: fc.boolean(),
});
type Purchase = typeof purchase extends fc.Arbitrary<infer Value> ? Value : never;

const decisions = ['give back', 'release', 'say no', 'say yes', 'say nothing', 'price is over'] as const;
const quarters = fc.bigInt(1n, 5n);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('collect', 'collect', 'recheck', 'refund') },
  { weight: 3, arbitrary: fc.constantFrom(...decisions) },
  { weight: 4, arbitrary: fc.record({ sent: fc.oneof(fc.constant(4n), quarters) }) },
  { weight: 3, arbitrary: fc.record({ back: quarters, of: fc.nat(2) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Life {
  of: Purchase;
  niceId: string;
  orderId: string;
  /** Cents that the order is to be paid with. */
  price: bigint;
  owner: { niceId: string; access: string };
  /** The bank's ids of what came. */
  transfers: string[];
}

const orderOf = (column: 'niceId' | 'orderId', value: string) =>
  db.selectFrom('orders').selectAll().where(column, '=', value).executeTakeFirstOrThrow();

async function begin(of: Purchase): Promise<Life> {
  context.config.ORDER_MOST_EUR = most;
  const owner = await world.signInClient();
  const bySepa = { payin_group: 'sepa', is_agree_name: '1' };
  const { nice_id: niceId } = of.isShop
    ? await buyAtShop(world, owner.email, bySepa)
    : (await world.buy(owner.access, { ...bySepa, payout_group: 'balance', dst_address: '' })).order;
  const { orderId, payinAmount: price } = await orderOf('niceId', niceId);
  const life = { of, niceId, orderId, price, owner, transfers: [] };
  if (of.as === 'late') await world.call(`/onramp/o/${niceId}/cancel`, {}, accessOf(life));
  context.config.ORDER_MOST_EUR = of.as === 'held' ? 1 : most;
  let asked = 0;
  bank.returnTransfer = async (input) => {
    if (of.refusesReturns) throw new ProviderError('bank_one', 'refused', { code: 'not_returnable' });
    const done = await usualReturn(input);
    asked += 1;
    if (of.losesAnswers && asked % 2 === 1) throw new ProviderError('bank_one', 'unreachable', { message: 'lost' });
    return done;
  };
  return life;
}

/** A payer at a shop has no session. */
const accessOf = ({ of, owner }: Pick<Life, 'of' | 'owner'>) => (of.isShop ? undefined : owner.access);

const creditJobs = allJobs.filter(({ definition }) => definition.name === 'credit-transfers');
async function collect(): Promise<void> {
  await collectTransfers(context);
  await drainJobs(context, world.boss, creditJobs);
}

async function take(life: Life, one: Step): Promise<void> {
  if (typeof one === 'object' && 'sent' in one) {
    life.transfers.push(await payByTransfer(world, life.niceId, text((life.price * one.sent) / 4n)));
    return;
  }
  if (typeof one === 'object') {
    const id = life.transfers[one.of];
    if (id !== undefined) await usualReturnAtBank(id, (life.price * one.back) / 5n);
    return;
  }
  const { niceId, orderId, of } = life;
  if (one === 'collect') return collect();
  if (one === 'recheck') return recheckTransfers(context, orderId);
  if (one === 'refund') return refundMoney(context, orderId);
  return decideOrder(world, { niceId, orderId, access: accessOf(life), isHeld: of.as === 'held' }, one);
}

/** As a person at the bank does, whatever our own calls come to. */
async function usualReturnAtBank(id: string, amount: bigint): Promise<void> {
  const ours = bank.returnTransfer;
  bank.returnTransfer = usualReturn;
  await returnAtBank(world, id, text(amount)).finally(() => {
    bank.returnTransfer = ours;
  });
}

/** Everything that was to be seen and sent back is, however often an answer was lost. */
async function settle(life: Life): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await collect();
    await recheckTransfers(context, life.orderId);
    for (let tries = 0; tries < 10; tries += 1) await refundMoney(context, life.orderId).catch(() => undefined);
  }
  await recheckTransfers(context, life.orderId);
}

async function sumAtBank({ niceId }: Life): Promise<bigint> {
  const entries = db.selectFrom('ledgerEntries').select(['givers', 'takers', 'amounts']);
  const rows = await entries.where('reference', '=', niceId).execute();
  const atBank = paths.worldBank('bank_one');
  let sum = 0n;
  for (const { givers, takers, amounts } of rows)
    for (const [at, amount] of amounts.entries())
      sum += givers[at] === atBank ? amount : takers[at] === atBank ? -amount : 0n;
  return sum;
}

async function requireRight(life: Life): Promise<void> {
  const came = await sandbox.bankTransfers(life.niceId);
  const outside = came.reduce((sum, one) => sum + cents(one.amount) - cents(one.returned_amount), 0n);
  expect(await sumAtBank(life), 'the books have what the bank has').toBe(outside);
  const on = (path: string, currency = 'EUR') => readBalance(db, path, currency);
  const [free, held] = [paths.client(life.owner.niceId), paths.held(life.owner.niceId)];
  const order = await orderOf('orderId', life.orderId);
  if (order.status === 'processing' || order.status === 'payin_pending' || order.decisionKind !== '') return;
  const open = db.selectFrom('refunds').select('refundId').where('orderId', '=', life.orderId);
  const isOpen = (await open.where('status', '<>', 'done').execute()).length > 0;
  const rest = (await listBalances(db, paths.order(life.niceId))).filter(({ balance }) => balance !== 0n);
  if (!isOpen) expect(rest, 'the order that has ended holds nothing').toEqual([]);
  if (order.status === 'finished') {
    const [coins, heldCoins] = [await on(free, 'BTC'), await on(held, 'BTC')];
    // Of a part whose payer took less for it the order is that part.
    const { payinAmount: price } = order;
    const kept = outside - (await on(free)) < price ? outside - (await on(free)) : price;
    const spendable = ((coins + heldCoins) * kept) / price;
    expect(coins <= spendable + 3n, 'nothing lost can be spent').toBe(true);
    return;
  }
  if (isOpen) return;
  expect(await on(free), 'its payer has it, once').toBe(outside);
  expect(-(await on(paths.chargebackLoss)) >= (await on(held)), 'what is held is lost').toBe(true);
}

test('more than was asked for, too late, is on the balance where its bank does not take it back', async () => {
  const life = await begin({ isShop: false, as: 'late', losesAnswers: false, refusesReturns: true });
  await take(life, { sent: 5n });
  await settle(life);
  await requireRight(life);
  expect(await readBalance(db, paths.client(life.owner.niceId), 'EUR')).toBe((life.price * 5n) / 4n);
});

test('a part that its bank took back before it refused the rest cannot be spent for a moment', async () => {
  const life = await begin({ isShop: false, as: 'late', losesAnswers: false, refusesReturns: true });
  await take(life, { sent: 4n });
  await collect();
  await take(life, { back: 2n, of: 0 });
  await refundMoney(context, life.orderId);
  await requireRight(life);
});

test('whatever comes by transfer and is returned, the books have it and its payer has it once', async () => {
  const lives = fc.tuple(purchase, fc.array(step, { minLength: 3, maxLength: 16 }));
  const property = fc.asyncProperty(lives, async ([of, turns]) => {
    const life = await begin(of);
    // What is refused at this moment, or was lost on its way, changes nothing.
    for (const one of turns) await take(life, one).catch(() => undefined);
    await settle(life);
    await requireRight(life);
  });
  await fc.assert(property, { numRuns: livesOf(20), endOnFailure: true });
  bank.returnTransfer = usualReturn;
  expect(await compareWithOutside(context)).toEqual([]);
}, 300_000);
