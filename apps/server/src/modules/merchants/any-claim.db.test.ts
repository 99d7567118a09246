import { formatUnits } from '@causeway/domain/currencies/format-units';
import { livesOf } from '@causeway/testing/test-length';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { findBooksFaults } from '../books/check-books.ts';
import { heldLaw, lossLaw } from '../losses/fixtures/life-laws.ts';
import { isFault, openLives, requireAnswer } from '../losses/fixtures/open-lives.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { openWithdrawalWorld } from '../withdrawals/fixtures/open-withdrawal-world.ts';
import { buyAtShop, openShop } from './fixtures/buy-at-shop.ts';
import { newAddress } from './fixtures/late-coins.ts';
import { adoptOrders } from './open-buyer.ts';

// Coins that came too late for orders at a shop wait for who owns the typed address. Whichever of them leave the chain
// and come back, before an account claims them, with that or after it has spent them: it has once what is there.
const world = await openWithdrawalWorld({ connections: 3, settings: { LOG_LEVEL: 'fatal' } });
const { context, sandbox } = world;
const { db } = context;
const lives = openLives(world);
beforeAll(async () => {
  await sandbox.holdPrices();
  await world.fundWallet('2', 'BTC', 20);
  await openShop(world);
});

const most = 5;
const step = fc.oneof(
  // By the first or the second payer; more than one payment may come for one order.
  {
    weight: 4,
    arbitrary: fc.record({ by: fc.nat(1), sats: fc.constantFrom(100_000n, 400_000n), isSame: fc.boolean() }),
  },
  // Of each the place among what was sent; it leaves the chain, or comes back.
  { weight: 5, arbitrary: fc.record({ turn: fc.uniqueArray(fc.nat(most - 1), { minLength: 1, maxLength: 2 }) }) },
  { weight: 3, arbitrary: fc.record({ claim: fc.nat(1) }) },
  { weight: 4, arbitrary: fc.record({ spend: fc.constantFrom('EUR', 'bank'), quarters: fc.bigInt(1n, 4n) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Payer {
  email: string;
  niceId: string;
  address: string;
  isClaimed: boolean;
}

interface Life {
  account: SignedInClient;
  payers: [Payer, Payer];
  sent: { txid: string; amount: bigint }[];
  /** On the chain's account of the books. */
  before: bigint;
}

const onChain = () => readBalance(db, paths.worldChain('bitcoin'), 'BTC');
const openPayer = (): Payer => ({ email: newAddress(), niceId: '', address: '', isClaimed: false });

/** An order that ends, whose address is paid all the same. */
async function openLate(payer: Payer): Promise<void> {
  const { nice_id } = await buyAtShop(world, payer.email, { payin_currency: 'BTC', payin_group: 'bitcoin' });
  payer.address = String((await world.read(nice_id))['crypto_address']);
  await world.call(`/onramp/o/${nice_id}/cancel`, {});
  const owners = db.selectFrom('orders').innerJoin('clients', 'clients.clientId', 'orders.clientId');
  const owner = await owners.select('clients.niceId').where('orders.niceId', '=', nice_id).executeTakeFirstOrThrow();
  payer.niceId ||= owner.niceId;
}

/** What is freed of a payer's is its account's by a job. */
async function adopt({ account, payers }: Life): Promise<void> {
  if (payers.some(({ isClaimed }) => isClaimed)) await adoptOrders(context, { clientId: account.clientId });
}

async function take(life: Life, one: Step): Promise<void> {
  const { account, payers, sent } = life;
  if ('by' in one) {
    const payer = payers[one.by] ?? payers[0];
    if (sent.length === most || payer.isClaimed) return;
    if (!one.isSame || payer.address === '') await openLate(payer);
    const { txid, amount } = await lives.send('BTC', payer.address, one.sats, false);
    sent.push({ txid, amount });
  } else if ('turn' in one) {
    for (const { txid } of one.turn.flatMap((place) => sent[place] ?? []))
      if (!lives.gone.delete(txid)) lives.gone.add(txid);
    await lives.scan();
  } else if ('claim' in one) {
    const payer = payers[one.claim] ?? payers[0];
    payer.isClaimed = true;
    // Where its codes are read from then on.
    life.account = { ...account, email: payer.email };
    await db.updateTable('clients').set({ email: payer.email }).where('clientId', '=', account.clientId).execute();
  } else {
    const amount = ((await lives.free(account, 'BTC')) * one.quarters) / 4n;
    const paid = { payin_currency: 'BTC', payin_group: 'balance', payin_amount: formatUnits(amount, 'BTC') };
    const toBalance = { payout_currency: 'EUR', payout_group: 'balance', dst_address: '' };
    const toBank = { ...toBalance, payout_group: 'sepa', iban: 'DE89 3704 0044 0532 0130 00' };
    const named = { beneficiary_account: 'Ada Lovelace', is_agree_name: '1' };
    const { body, status } = await world.buy(account.access, {
      ...paid,
      ...(one.spend === 'EUR' ? toBalance : { ...toBank, ...named }),
    });
    requireAnswer(status);
    const orders = db.selectFrom('orders').select(['niceId', 'orderId']).where('niceId', '=', body.nice_id);
    const order = await orders.executeTakeFirst();
    if (order === undefined) return;
    await lives.approve({ owner: account, by: 'balance', ...order });
    await lives.work();
  }
}

async function readAll({ account, payers }: Life) {
  const ids = [account, ...payers].map(({ niceId }) => niceId).filter((niceId) => niceId !== '');
  const sumOf = async (path: (niceId: string) => string, currency: string) => {
    let sum = 0n;
    for (const niceId of ids) sum += await readBalance(db, path(niceId), currency);
    return sum;
  };
  return {
    ids,
    free: await sumOf(paths.client, 'BTC'),
    held: await sumOf(paths.held, 'BTC'),
    euro: await sumOf(paths.client, 'EUR'),
    heldEuro: await sumOf(paths.held, 'EUR'),
  };
}

async function requireRight(life: Life): Promise<void> {
  const { sent, before } = life;
  const all = sent.reduce((sum, { amount }) => sum + amount, 0n);
  const present = sent.reduce((sum, { txid, amount }) => (lives.gone.has(txid) ? sum : sum + amount), 0n);
  expect(before - (await onChain()), 'the books have what the chain has').toBe(present);
  const { ids, free, held, euro, heldEuro } = await readAll(life);
  const orders = db.selectFrom('orders').select('payinAmount').where('clientId', '=', life.account.clientId);
  const exchanged = await orders.where('payoutGroup', '=', 'balance').where('status', '=', 'finished').execute();
  const sold = exchanged.reduce((sum, { payinAmount }) => sum + payinAmount, 0n);
  const worth = held + (sold === 0n ? 0n : (heldEuro * sold) / (euro + heldEuro));
  const are = [all, present, free, held, euro, heldEuro, worth].join(' ');
  expect(worth <= ((all - present) * 101n) / 100n + 200n, `no more is held than is lost, ${are}`).toBe(true);
  expect(free <= present, `nothing lost can be spent, ${are}`).toBe(true);
  if (present === 0n) expect([free, euro], `all is lost, ${are}`).toEqual([0n, 0n]);
  if (present === all) expect([held, heldEuro], `nothing is held, ${are}`).toEqual([0n, 0n]);
  expect((await heldLaw(ids).execute(db)).rows).toEqual([]);
  expect((await lossLaw([life.account.clientId]).execute(db)).rows).toEqual([]);
}

test('whatever coins of payers leave the chain and come back, the account that claims them has them once', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
    const account = await world.signInClient();
    const life: Life = { account, payers: [openPayer(), openPayer()], sent: [], before: await onChain() };
    for (const one of steps) {
      await take(life, one).catch((error: unknown) => {
        if (isFault(error)) throw error;
      });
      await adopt(life);
      await requireRight(life);
    }
    for (const { txid } of life.sent) lives.gone.add(txid);
    await lives.scan();
    await adopt(life);
    await requireRight(life);
    lives.gone.clear();
    await lives.scan();
    await adopt(life);
    await requireRight(life);
    expect(await findBooksFaults(db, new Date(Date.now() - 60_000))).toEqual([]);
    await lives.end(life.sent.map(({ txid, amount }) => ({ kind: 'coins', txid, amount })));
  });
  await fc.assert(property, { numRuns: livesOf(3), endOnFailure: true });
  expect(await compareWithOutside(context)).toEqual([]);
}, 900_000);
