import { livesOf } from '@causeway/testing/test-length';
import fc from 'fast-check';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { listBalances, readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { depositsThatLeave } from '../chain-payins/fixtures/deposits-that-leave.ts';
import { scanDeposits } from '../chain-payins/scan-deposits.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { refundMoney } from '../payin-methods/refund-money.ts';
import { buyAtShop, openShop } from './fixtures/buy-at-shop.ts';
import { decideOrder } from './fixtures/decide-order.ts';

// Whatever comes to the address of one order, leaves its chain and comes back, before the order, with it or after it:
// the books have what the chain has, and its payer has that once.
const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
const most = context.config.ORDER_MOST_EUR;
beforeAll(() => openShop(world), 60_000);
afterEach(() => {
  context.config.ORDER_MOST_EUR = most;
});

const { gone, chain } = depositsThatLeave();
const scan = () => scanDeposits(context, chain);

const text = (amount: bigint) => `0.${amount.toString().padStart(8, '0')}`;

const purchase = fc.record({
  isShop: fc.boolean(),
  /** What its coins meet: an order that is made at once, one that a person decides about, or one that ended. */
  as: fc.constantFrom('usual', 'usual', 'held', 'late'),
});
type Purchase = typeof purchase extends fc.Arbitrary<infer Value> ? Value : never;

const decisions = ['give back', 'release', 'say no', 'say yes', 'say nothing', 'price is over'] as const;
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('scan', 'scan', 'refund') },
  { weight: 3, arbitrary: fc.constantFrom(...decisions) },
  { weight: 4, arbitrary: fc.record({ sent: fc.oneof(fc.constant(4n), fc.bigInt(1n, 5n)), isMined: fc.boolean() }) },
  // Of each the place among what was sent; it leaves the chain, or comes back.
  { weight: 4, arbitrary: fc.record({ turn: fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 2 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Life {
  of: Purchase;
  niceId: string;
  orderId: string;
  address: string;
  /** What the order is to be paid with. */
  price: bigint;
  owner: { niceId: string; access: string };
  sent: { txid: string; amount: bigint }[];
  /** On the chain's account of the books. */
  before: bigint;
}

const orderOf = (column: 'niceId' | 'orderId', value: string) =>
  db.selectFrom('orders').selectAll().where(column, '=', value).executeTakeFirstOrThrow();
const onChain = () => readBalance(db, paths.worldChain('bitcoin'), 'BTC');

async function begin(of: Purchase): Promise<Life> {
  context.config.ORDER_MOST_EUR = most;
  const owner = await world.signInClient();
  const sale = { payin_currency: 'BTC', payin_group: 'bitcoin' };
  const toBalance = { payin_amount: '0.02', payout_currency: 'EUR', payout_group: 'balance', dst_address: '' };
  const { nice_id: niceId } = of.isShop
    ? await buyAtShop(world, owner.email, sale)
    : (await world.buy(owner.access, { ...sale, ...toBalance })).order;
  const { orderId, payinAmount: price } = await orderOf('niceId', niceId);
  const access = of.isShop ? undefined : owner.access;
  const address = String((await world.read(niceId, access))['crypto_address']);
  if (of.as === 'late') await world.call(`/onramp/o/${niceId}/cancel`, {}, access);
  context.config.ORDER_MOST_EUR = of.as === 'held' ? 1 : most;
  return { of, niceId, orderId, address, price, owner, sent: [], before: await onChain() };
}

async function take(life: Life, one: Step): Promise<void> {
  if (typeof one === 'object' && 'sent' in one) {
    if (life.sent.length === 3) return;
    const amount = (life.price * one.sent) / 4n;
    const txid = await sandbox.send('bitcoin', { address: life.address, amount: text(amount) });
    life.sent.push({ txid, amount });
    if (one.isMined) await sandbox.mine('bitcoin', 1);
    return scan();
  }
  if (typeof one === 'object') {
    for (const { txid } of one.turn.flatMap((place) => life.sent[place] ?? [])) if (!gone.delete(txid)) gone.add(txid);
    return scan();
  }
  const { niceId, orderId, of } = life;
  const access = of.isShop ? undefined : life.owner.access;
  if (one === 'scan') return scan();
  if (one === 'refund') return refundMoney(context, orderId);
  return decideOrder(world, { niceId, orderId, access, isHeld: of.as === 'held' }, one);
}

/** Everything that was to be seen and given back is. */
async function settle(life: Life): Promise<void> {
  await sandbox.mine('bitcoin', 1);
  for (let round = 0; round < 3; round += 1) {
    await scan();
    await refundMoney(context, life.orderId);
  }
}

async function requireRight(life: Life): Promise<void> {
  const outside = life.sent.reduce((sum, { txid, amount }) => (gone.has(txid) ? sum : sum + amount), 0n);
  expect(life.before - (await onChain()), 'the books have what the chain has').toBe(outside);
  const order = await orderOf('orderId', life.orderId);
  if (['processing', 'payin_pending', 'pending'].includes(order.status) || order.decisionKind !== '') return;
  const rest = (await listBalances(db, paths.order(life.niceId))).filter(({ balance }) => balance !== 0n);
  expect(rest, 'the order that has ended holds nothing').toEqual([]);
  const free = await readBalance(db, paths.client(life.owner.niceId), 'BTC');
  if (order.status === 'finished') {
    expect(free <= outside, 'nothing lost can be spent').toBe(true);
    if (outside > 0n || life.of.isShop) return;
    expect(await readBalance(db, paths.client(life.owner.niceId), 'EUR'), 'nothing lost can be spent').toBe(0n);
    return;
  }
  expect(free, 'its payer has it, once').toBe(outside);
}

test('whatever comes to an address, leaves the chain and comes back, the books have it and its payer has it once', async () => {
  const lives = fc.tuple(purchase, fc.array(step, { minLength: 3, maxLength: 14 }));
  const property = fc.asyncProperty(lives, async ([of, turns]) => {
    gone.clear();
    const life = await begin(of);
    // What is refused at this moment changes nothing.
    for (const one of turns) await take(life, one).catch(() => undefined);
    await settle(life);
    await requireRight(life);
    // For the books of the next one all of it is there.
    gone.clear();
    await settle(life);
    await requireRight(life);
  });
  await fc.assert(property, { numRuns: livesOf(4), endOnFailure: true });
}, 300_000);
