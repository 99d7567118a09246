import { formatUnits } from '@causeway/domain/currencies/format-units';
import { livesOf } from '@causeway/testing/test-length';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { findBooksFaults } from '../books/check-books.ts';
import { heldLaw, lossLaw } from '../losses/fixtures/life-laws.ts';
import { isFault, openLives, requireAnswer } from '../losses/fixtures/open-lives.ts';
import { buyAtShop, openShop } from '../merchants/fixtures/buy-at-shop.ts';
import { decideOrder } from '../merchants/fixtures/decide-order.ts';
import { newAddress } from '../merchants/fixtures/late-coins.ts';
import { adoptOrders } from '../merchants/open-buyer.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { openWithdrawalWorld } from '../withdrawals/fixtures/open-withdrawal-world.ts';

// Ether and tokens come to the address of an order that waits for one of them, of a client or of a payer at a shop,
// whose address is confirmed at any time. Any of them leave the chain and come back, and what is on a balance is spent.
const world = await openWithdrawalWorld({ connections: 3, settings: { LOG_LEVEL: 'fatal' } });
const { context, sandbox } = world;
const { db } = context;
const lives = openLives(world);
let shop: SignedInClient;
beforeAll(async () => {
  await sandbox.holdPrices();
  await world.fundWallet('2', 'BTC', 20);
  shop = await openShop(world);
});

const coins = ['ETH', 'USDT'] as const;
type Own = (typeof coins)[number];
const coin = fc.constantFrom(...coins);
const most = 5;
const purchase = fc.record({ isShop: fc.boolean(), waitsFor: coin, isLate: fc.boolean(), toBank: fc.boolean() });
type Purchase = typeof purchase extends fc.Arbitrary<infer Value> ? Value : never;
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ send: coin, quarters: fc.constantFrom(4n, 4n, 2n, 5n) }) },
  { weight: 5, arbitrary: fc.record({ turn: fc.uniqueArray(fc.nat(most - 1), { minLength: 1, maxLength: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ claim: fc.constant(true) }) },
  {
    weight: 2,
    arbitrary: fc.record({ decide: fc.constantFrom('say yes' as const, 'say no' as const, 'price is over' as const) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      spend: fc.constantFrom('ETH', 'USDT', 'EUR'),
      to: fc.constantFrom('BTC', 'bank'),
      quarters: fc.bigInt(1n, 4n),
    }),
  },
  { weight: 1, arbitrary: fc.constant('work' as const) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Life {
  of: Purchase;
  account: SignedInClient;
  email: string;
  isClaimed: boolean;
  niceId: string;
  orderId: string;
  address: string;
  price: bigint;
  sent: { txid: string; amount: bigint; of: Own }[];
  before: ReadonlyMap<Own, bigint>;
}

const onChain = (of: Own) => readBalance(db, paths.worldChain('ethereum'), of);

async function begin(of: Purchase): Promise<Life> {
  const account = await world.signInClient();
  const email = of.isShop ? newAddress() : account.email;
  const paid = { payin_currency: of.waitsFor, payin_group: 'ethereum' };
  const amount = { payin_amount: of.waitsFor === 'ETH' ? '0.1' : '250', payout_currency: 'EUR' };
  const toBank = {
    payout_group: 'sepa',
    dst_address: '',
    iban: 'DE89 3704 0044 0532 0130 00',
    beneficiary_account: 'Ada Lovelace',
  };
  const payout = of.toBank ? toBank : { payout_group: 'balance', dst_address: '' };
  const { nice_id: niceId } = of.isShop
    ? await buyAtShop(world, email, { ...paid, purchase_amount: '249.90' })
    : (await world.buy(account.access, { ...paid, ...amount, ...payout })).order;
  const orders = db.selectFrom('orders').select(['orderId', 'payinAmount']).where('niceId', '=', niceId);
  const { orderId, payinAmount: price } = await orders.executeTakeFirstOrThrow();
  const access = of.isShop ? undefined : account.access;
  const address = String((await world.read(niceId, access))['crypto_address']);
  if (of.isLate) await world.call(`/onramp/o/${niceId}/cancel`, {}, access);
  const before = new Map<Own, bigint>();
  for (const one of coins) before.set(one, await onChain(one));
  return { of, account, email, isClaimed: !of.isShop, niceId, orderId, address, price, sent: [], before };
}

async function take(life: Life, one: Step): Promise<void> {
  const { account, sent, of } = life;
  if (one === 'work') return lives.work();
  if ('send' in one) {
    if (sent.length === most) return;
    const whole = one.send === of.waitsFor ? life.price : one.send === 'ETH' ? 10n ** 17n : 250_000_000n;
    const { txid, amount } = await lives.send(one.send, life.address, (whole * one.quarters) / 4n, true);
    sent.push({ txid, amount, of: one.send });
  } else if ('turn' in one) {
    for (const { txid } of one.turn.flatMap((place) => sent[place] ?? []))
      if (!lives.gone.delete(txid)) lives.gone.add(txid);
    await lives.scan();
  } else if ('claim' in one) {
    life.isClaimed = true;
    life.account = { ...account, email: life.email };
    await db.updateTable('clients').set({ email: life.email }).where('clientId', '=', account.clientId).execute();
  } else if ('decide' in one)
    await decideOrder(world, { ...life, access: of.isShop ? undefined : account.access, isHeld: false }, one.decide);
  else {
    const amount = ((await lives.free(account, one.spend)) * one.quarters) / 4n;
    const paid = { payin_currency: one.spend, payin_group: 'balance', payin_amount: formatUnits(amount, one.spend) };
    const toBitcoin = { payout_currency: 'BTC', payout_group: 'balance', dst_address: '' };
    const outside = {
      payout_currency: 'BTC',
      payout_group: 'bitcoin',
      dst_address: await sandbox.outsideAddress('bitcoin'),
    };
    const { body, status } = await world.buy(account.access, { ...paid, ...(one.to === 'BTC' ? toBitcoin : outside) });
    requireAnswer(status);
    const orders = db.selectFrom('orders').select(['niceId', 'orderId']).where('niceId', '=', body.nice_id);
    const order = await orders.executeTakeFirst();
    if (order !== undefined) await lives.approve({ owner: account, by: 'balance', ...order });
    await lives.work();
  }
}

async function requireRight(life: Life, end: '' | 'lost' | 'back'): Promise<void> {
  const { account, sent, before, orderId } = life;
  const payer = await db.selectFrom('clients').select('niceId').where('payerEmail', '=', life.email).execute();
  const claimed = await db.selectFrom('clients').select('niceId').where('claimedBy', '=', account.clientId).execute();
  const ids = [account.niceId, ...payer.map(({ niceId }) => niceId), ...claimed.map(({ niceId }) => niceId)];
  const sumOf = async (path: (niceId: string) => string, code: string) => {
    let sum = 0n;
    for (const niceId of ids) sum += await readBalance(db, path(niceId), code);
    return sum;
  };
  const order = await db.selectFrom('orders').selectAll().where('orderId', '=', orderId).executeTakeFirstOrThrow();
  const isPaid = order.status === 'finished' || order.status === 'processing';
  for (const of of coins) {
    const own = sent.filter((one) => one.of === of);
    const all = own.reduce((sum, { amount }) => sum + amount, 0n);
    const present = own.reduce((sum, { txid, amount }) => (lives.gone.has(txid) ? sum : sum + amount), 0n);
    expect((before.get(of) ?? 0n) - (await onChain(of)), `${of}: the books have what the chain has`).toBe(present);
    const [free, held] = [await sumOf(paths.client, of), await sumOf(paths.held, of)];
    const ofOrder = await readBalance(db, paths.order(life.niceId), of);
    const are = JSON.stringify(
      { of, all, present, free, held, ofOrder, isPaid, status: order.status },
      (_k, v: unknown) => (typeof v === 'bigint' ? String(v) : v),
    );
    expect(free + held + ofOrder <= all, `no more is there than came, ${are}`).toBe(true);
    expect(held <= all - present, `no more is held than is lost, ${are}`).toBe(true);
    if (of !== life.of.waitsFor) expect(free <= present, `nothing lost can be spent, ${are}`).toBe(true);
    if (end === 'lost') expect(free, `nothing is free, ${are}`).toBe(0n);
    if (end === 'back') expect(held, `nothing is held, ${are}`).toBe(0n);
  }
  const others = ['BTC', 'EUR'];
  for (const code of others) {
    if (end === 'lost') expect([code, await sumOf(paths.client, code)]).toEqual([code, 0n]);
    if (end === 'back') expect([code, await sumOf(paths.held, code)]).toEqual([code, 0n]);
  }
  if (end === 'lost') expect(await lives.free(shop, 'USD'), 'the shop can spend nothing lost').toBe(0n);
  if (end === 'back') {
    expect(await lives.held(shop, 'USD'), 'the shop has all').toBe(0n);
    for (const of of coins) expect([of, await readBalance(db, paths.lostDeposits, of)]).toEqual([of, 0n]);
  }
  expect((await heldLaw([...ids, shop.niceId]).execute(db)).rows).toEqual([]);
  expect((await lossLaw([account.clientId]).execute(db)).rows).toEqual([]);
}

const life = fc.tuple(purchase, fc.array(step, { minLength: 5, maxLength: 14 }));

test('whatever coins and tokens come to the address of an order, and leave and come back, each is there once', async () => {
  const property = fc.asyncProperty(life, async ([of, steps]) => {
    shop = await openShop(world);
    const life = await begin(of);
    const adopt = async () => {
      if (of.isShop && life.isClaimed) await adoptOrders(context, { clientId: life.account.clientId });
    };
    for (const one of steps) {
      await take(life, one).catch((error: unknown) => {
        if (isFault(error)) throw error;
      });
      await adopt();
      await requireRight(life, '');
    }
    for (const { txid } of life.sent) lives.gone.add(txid);
    await lives.scan();
    await adopt();
    await requireRight(life, life.sent.length === 0 ? '' : 'lost');
    lives.gone.clear();
    await lives.scan();
    await adopt();
    await requireRight(life, 'back');
    expect(await findBooksFaults(db, new Date(Date.now() - 60_000))).toEqual([]);
    await lives.end(life.sent.map(({ txid, amount }) => ({ kind: 'coins', txid, amount })));
  });
  await fc.assert(property, { numRuns: livesOf(2), endOnFailure: true });
  expect(await compareWithOutside(context)).toEqual([]);
}, 900_000);
