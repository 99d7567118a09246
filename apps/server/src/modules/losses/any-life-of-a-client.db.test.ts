import { finalStatuses } from '@causeway/domain/orders/order-status';
import { runSql } from '@causeway/testing/run-sql';
import { livesOf } from '@causeway/testing/test-length';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { findBooksFaults } from '../books/check-books.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { openWithdrawalWorld } from '../withdrawals/fixtures/open-withdrawal-world.ts';
import { beginLife } from './fixtures/begin-life.ts';
import { readOperatorWorth } from './fixtures/operator-worth.ts';
import type { ClientLife } from './fixtures/client-life.ts';
import { couponLaw, feeLaw, heldLaw, owedLaw, limitsLaw, lossLaw, rewardLaw } from './fixtures/life-laws.ts';
import { setting, steps } from './fixtures/life-steps.ts';
import { currencies, isFault, openLives, sumAt } from './fixtures/open-lives.ts';

// Whatever one client does with several orders and a balance, and is lost of its payments and won back: what is lost
// cannot be spent, what is won is free, and limits, coupons, fees and rewards count what is there.

/** Work that failed and would be tried again. */
const failed: string[] = [];
const logTo = { write: (line: string) => void (line.includes('could not be settled') && failed.push(line)) };
const world = await openWithdrawalWorld({ connections: 3, settings: { LOG_LEVEL: 'warn' }, logTo });
const { context, sandbox } = world;
const { db } = context;
const lives = openLives(world);

beforeAll(async () => {
  await sandbox.holdPrices();
  await sandbox.setBankMode('hold');
  await world.fundWallet('2', 'BTC', 20);
  await world.fundWallet('50', 'ETH');
  // Rewards are paid from the first cent.
  await runSql(world.ownerUrl, 'update referral_settings set least_payout = 1');
});
afterAll(() => sandbox.setBankMode('auto'));

const codes = [...currencies, 'USD'];

/** By whose and which it is, without what is nothing. */
async function readAll({ clients }: ClientLife, of: 'free' | 'held'): Promise<Record<string, bigint>> {
  const found: Record<string, bigint> = {};
  for (const [place, client] of clients.entries())
    for (const code of codes) {
      const amount = await lives[of](client, code);
      if (amount !== 0n) found[`${place} ${code}`] = amount;
    }
  return found;
}

const readBorne = async () =>
  Promise.all(
    [paths.chargebackLoss, paths.lostDeposits].flatMap((path) => codes.map((code) => readBalance(db, path, code))),
  );

const cents = (text: string) => BigInt(text.replace('.', ''));

async function requireBooked(id: string): Promise<void> {
  const { status, amount, refundedAmount } = await lives.hearPayment(id);
  const payments = db.selectFrom('cardPayments').innerJoin('orders', 'orders.orderId', 'cardPayments.orderId');
  const order = payments.select('niceId').where('acquirerPaymentId', '=', id);
  const { niceId } = await order.executeTakeFirstOrThrow();
  const outside = status === 'charged_back' ? 0n : cents(amount) - cents(refundedAmount);
  const booked = -(await sumAt(world, paths.worldCard('card_one'), niceId));
  expect(booked, 'the books have what the acquirer has').toBe(outside);
}

/** What holds whenever nothing is under way. */
async function requireRight(life: ClientLife): Promise<void> {
  for (const payment of life.payments) if (payment.kind === 'card') await requireBooked(payment.id);
  const ids = life.clients.map(({ clientId }) => clientId);
  const laws = { limits: limitsLaw(ids), fees: feeLaw(ids), rewards: rewardLaw(ids), losses: lossLaw(ids) };
  const held = heldLaw(life.clients.map(({ niceId }) => niceId));
  const all = { ...laws, coupon: couponLaw(life.coupon), ...(!life.isDecided && { held }) };
  for (const [name, law] of Object.entries(all)) expect((await law.execute(db)).rows, name).toEqual([]);
  expect(failed).toEqual([]);
  expect(await findBooksFaults(db, new Date(Date.now() - 60_000))).toEqual([]);
}

async function requireLost(life: ClientLife): Promise<void> {
  await life.loseAll();
  await requireRight(life);
  // Of a client's own deposit only what is left of it is held.
  if (life.isDecided || life.isSettled || life.hasDeposit || life.of.keepsTransfers) return;
  expect(await readAll(life, 'free'), 'nothing lost can be spent').toEqual({});
}

async function hasOpen({ orders }: ClientLife): Promise<boolean> {
  const ids = orders.map(({ orderId }) => orderId);
  const open = db.selectFrom('orders').select('orderId').where('orderId', 'in', ids);
  return (await open.where('status', 'not in', finalStatuses).executeTakeFirst()) !== undefined;
}

/** What there was before a life. */
interface Before {
  borne: readonly bigint[];
  worth: bigint;
}

const readBefore = async (): Promise<Before> => ({ borne: await readBorne(), worth: await readOperatorWorth(context) });

async function requireWon(life: ClientLife, before: Before): Promise<void> {
  await life.winAll();
  await requireRight(life);
  if (life.isPartGone) return;
  // A reward that was paid and taken back waits for a person, and comes back no more.
  const { rows: owed } = await owedLaw(life.clients.map(({ niceId }) => niceId)).execute(db);
  if (owed.length === 0) expect(await readAll(life, 'held'), 'nothing is held').toEqual({});
  if (!life.isDecided) expect(await readBorne(), 'the house bears nothing').toEqual(before.borne);
  const gained = (await readOperatorWorth(context)) - before.worth;
  if (!life.isDecided) expect(gained, 'nobody has gained by a loss').toBeGreaterThanOrEqual(0n);
}

test('whatever a client does and loses, nothing lost can be spent, and what is won is free', async () => {
  const property = fc.asyncProperty(setting, steps, async (of, turns) => {
    const before = await readBefore();
    const life = await beginLife(lives, of);
    for (const one of turns)
      await life.do(one).catch((error: unknown) => {
        if (isFault(error)) throw error;
      });
    await life.settle();
    await requireRight(life);
    if (of.isWonFirst) await requireWon(life, before);
    const had = await readAll(life, 'free');
    const isQuiet = !(await hasOpen(life));
    await requireLost(life);
    if (of.isClosed) for (const place of [0, 1]) await life.close(place).catch(() => undefined);
    await requireWon(life, before);
    if (of.isWonFirst && isQuiet && !life.isPartGone && !life.isDecided && !life.isClosed) {
      const { rows: owed } = await owedLaw(life.clients.map(({ niceId }) => niceId)).execute(db);
      if (owed.length === 0) expect(await readAll(life, 'free'), 'what was won is what was lost').toEqual(had);
    }
    await lives.end(life.payments);
  });
  await fc.assert(property, { numRuns: livesOf(3), endOnFailure: true });
  expect(await compareWithOutside(context)).toEqual([]);
}, 900_000);
