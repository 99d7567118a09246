import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { findBooksFaults } from '../books/check-books.ts';
import { deleteAccount } from '../closing/delete-account.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { openWithdrawalWorld } from '../withdrawals/fixtures/open-withdrawal-world.ts';
import { beginLife, password } from './fixtures/begin-life.ts';
import type { ClientLife } from './fixtures/client-life.ts';
import { couponLaw, feeLaw, heldLaw, limitsLaw, lossLaw, rewardLaw } from './fixtures/life-laws.ts';
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
}, 60_000);
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
  if (life.isDecided || life.isSettled || life.hasDeposit) return;
  expect(await readAll(life, 'free'), 'nothing lost can be spent').toEqual({});
}

async function requireWon(life: ClientLife, borneBefore: readonly bigint[]): Promise<void> {
  await life.winAll();
  await requireRight(life);
  if (life.isPartGone) return;
  expect(await readAll(life, 'held'), 'nothing is held').toEqual({});
  if (!life.isDecided) expect(await readBorne(), 'the house bears nothing').toEqual(borneBefore);
}

/** Accounts with nothing, or with what no payout sends, close. */
async function closeBoth({ clients }: ClientLife): Promise<void> {
  for (const { clientId } of clients)
    await deleteAccount(context, { clientId, password, isAgree: true }).catch(() => undefined);
}

test('whatever a client does and loses, nothing lost can be spent, and what is won is free', async () => {
  const property = fc.asyncProperty(setting, steps, async (of, turns) => {
    const borneBefore = await readBorne();
    const life = await beginLife(lives, of);
    for (const one of turns)
      await life.do(one).catch((error: unknown) => {
        if (isFault(error)) throw error;
      });
    await life.settle();
    await requireRight(life);
    if (of.isWonFirst) await requireWon(life, borneBefore);
    await requireLost(life);
    if (of.isClosed) await closeBoth(life);
    await requireWon(life, borneBefore);
    await lives.end(life.payments);
  });
  const { LIVES = '12', SEED } = process.env;
  const asked = { numRuns: Number(LIVES), ...(SEED !== undefined && { seed: Number(SEED) }) };
  await fc.assert(property, { ...asked, endOnFailure: true });
  expect(await compareWithOutside(context)).toEqual([]);
}, 900_000);
