import { formatUnits } from '@causeway/domain/currencies/format-units';
import { livesOf } from '@causeway/testing/test-length';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { findBooksFaults } from '../books/check-books.ts';
import { isFault, openLives, requireAnswer } from '../losses/fixtures/open-lives.ts';
import { type Coin, chainOf } from '../losses/fixtures/outside-payments.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { openWithdrawalWorld } from '../withdrawals/fixtures/open-withdrawal-world.ts';

// Whatever coins and tokens a client sends to own addresses, of which any leave their chain and come back, and what is
// bought with them meanwhile: what can be spent is what is there and was not spent.
const world = await openWithdrawalWorld({ connections: 3, settings: { LOG_LEVEL: 'warn' } });
const { context, sandbox } = world;
const { db } = context;
const lives = openLives(world);
beforeAll(async () => {
  await sandbox.holdPrices();
  await world.fundWallet('2', 'BTC', 20);
  await world.fundWallet('50', 'ETH');
});

const coins = ['BTC', 'USDT'] as const;
/** About a euro of each. */
const units: Readonly<Record<(typeof coins)[number], bigint>> = { BTC: 1500n, USDT: 1_000_000n };
const coin = fc.constantFrom(...coins);
const most = 5;
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ send: coin, euro: fc.constantFrom(2n, 3n, 5n, 60n, 150n, 150n) }) },
  // Of each the place among what was sent; it leaves its chain, or comes back.
  { weight: 5, arbitrary: fc.record({ turn: fc.uniqueArray(fc.nat(most - 1), { minLength: 1, maxLength: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ spend: coin, quarters: fc.bigInt(1n, 4n), isApproved: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ cancel: fc.nat(3) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const addressSeen = z.looseObject({ address: z.string() });

interface Life {
  client: SignedInClient;
  sent: { txid: string; amount: bigint; of: Coin }[];
  orders: string[];
  /** On the chains' accounts of the books. */
  before: ReadonlyMap<Coin, bigint>;
}

const onChain = (of: Coin) => readBalance(db, paths.worldChain(chainOf[of]), of);

async function begin(): Promise<Life> {
  const before = new Map<Coin, bigint>();
  for (const of of coins) before.set(of, await onChain(of));
  return { client: await world.signInClient(), sent: [], orders: [], before };
}

async function take({ client, sent, orders }: Life, one: Step): Promise<void> {
  if ('send' in one) {
    if (sent.length === most) return;
    const asked = { currency: one.send, group: chainOf[one.send] };
    const { body } = await world.ask('POST', '/balance/deposit_address', client, asked);
    const { address } = addressSeen.parse(JSON.parse(body));
    const { txid, amount } = await lives.send(one.send, address, one.euro * units[one.send], true);
    sent.push({ txid, amount, of: one.send });
  } else if ('turn' in one) {
    for (const { txid } of one.turn.flatMap((place) => sent[place] ?? []))
      if (!lives.gone.delete(txid)) lives.gone.add(txid);
    await lives.scan();
  } else if ('spend' in one) {
    const amount = ((await lives.free(client, one.spend)) * one.quarters) / 4n;
    const paid = { payin_currency: one.spend, payin_group: 'balance', payin_amount: formatUnits(amount, one.spend) };
    const toBalance = { payout_currency: 'EUR', payout_group: 'balance', dst_address: '' };
    const { body, status } = await world.buy(client.access, { ...paid, ...toBalance });
    requireAnswer(status);
    const { nice_id: niceId } = body;
    if (niceId === undefined || niceId === '') return;
    orders.push(niceId);
    const rows = db.selectFrom('orders').select('orderId').where('niceId', '=', niceId);
    const { orderId } = await rows.executeTakeFirstOrThrow();
    if (one.isApproved) await lives.approve({ owner: client, niceId, orderId, by: 'balance' });
  } else {
    const niceId = orders[one.cancel];
    if (niceId !== undefined) await world.call(`/onramp/o/${niceId}/cancel`, {}, client.access);
  }
}

async function requireRight({ client, sent, before }: Life): Promise<void> {
  for (const of of coins) {
    const own = sent.filter((one) => one.of === of);
    const present = own.reduce((sum, { txid, amount }) => (lives.gone.has(txid) ? sum : sum + amount), 0n);
    expect((before.get(of) ?? 0n) - (await onChain(of)), `${of}: the books have what the chain has`).toBe(present);
    const orders = db.selectFrom('orders').select('payinAmount').where('clientId', '=', client.clientId);
    const paid = await orders
      .where('payinCurrency', '=', of)
      .where('status', 'in', ['finished', 'confirmation_pending'])
      .execute();
    const left = present - paid.reduce((sum, { payinAmount }) => sum + payinAmount, 0n);
    const free = await lives.free(client, of);
    const waiting = await readBalance(db, paths.waiting(client.niceId), of);
    const held = await lives.held(client, of);
    const are = `${of}: ${JSON.stringify({ present, left, free, waiting, held }, (_key, value: unknown) => String(value))}`;
    expect(free <= (left > 0n ? left : 0n), `nothing lost can be spent, ${are}`).toBe(true);
    expect(free + waiting >= left, `what is there can be spent, ${are}`).toBe(true);
    if (own.every(({ txid }) => !lives.gone.has(txid))) expect(held, `nothing is held, ${are}`).toBe(0n);
  }
}

test('whatever a client deposits, and leaves the chain and comes back, it has what is there, once', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
    const life = await begin();
    for (const one of steps) {
      await take(life, one).catch((error: unknown) => {
        if (isFault(error)) throw error;
      });
      await requireRight(life);
    }
    lives.gone.clear();
    await lives.scan();
    await requireRight(life);
    expect(await findBooksFaults(db, new Date(Date.now() - 60_000))).toEqual([]);
    await lives.end(life.sent.map(({ txid, amount }) => ({ kind: 'coins', txid, amount })));
  });
  await fc.assert(property, { numRuns: livesOf(3), endOnFailure: true });
  expect(await compareWithOutside(context)).toEqual([]);
}, 900_000);
