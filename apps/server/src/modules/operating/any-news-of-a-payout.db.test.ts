import { livesOf } from '@causeway/testing/test-length';
import fc from 'fast-check';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { drainJobs } from '../../jobs/drain-jobs.ts';
import { listBalances, readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { allJobs } from '../../worker.ts';
import { followBankPayout } from '../bank-payouts/follow-bank-payout.ts';
import { followPayout } from '../chain-payouts/follow-payout.ts';
import { decideOrder } from '../merchants/fixtures/decide-order.ts';
import { sweepOrders } from '../orders/sweep-orders.ts';
import { refundMoney } from '../payin-methods/refund-money.ts';
import { compareBank } from '../reconciliation/compare-bank.ts';
import { cardRepairs } from '../reconciliation/compare-cards.ts';
import { compareWallet } from '../reconciliation/compare-wallet.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { openWithdrawalWorld } from '../withdrawals/fixtures/open-withdrawal-world.ts';
import { creditPayoutToBalance, listBlockedPayouts, retryPayout, settleByHand, stopPayout } from './blocked-payouts.ts';
import { type Begun, openPayouts, routes } from './fixtures/begin-payout.ts';
import { openFaultySenders } from './fixtures/faulty-senders.ts';
import { openOutside } from './fixtures/outside-payout.ts';

// Whatever a bank, an acquirer or a chain says of a payout, and whatever happens to its payment meanwhile: the books
// have what is outside, it is sent once, what comes back is its owner's once, and nothing lost can be spent.
const world = await openWithdrawalWorld({ connections: 4 });
const { context, sandbox } = world;
const { db, config } = context;
const usual = { ...config };
const senders = openFaultySenders(context);
const { faults, hidden } = senders;
const { sayOutside, hurry, countOut, nameProof } = openOutside(world, senders);
const { begin, spend, orderOf, gone } = openPayouts(world);

beforeAll(async () => {
  await sandbox.holdPrices();
  await sandbox.setBankMode('hold');
  await world.fundWallet('30', 'ETH');
  await world.fundWallet('0.05', 'BTC', 40);
});
const calm = () => {
  Object.assign(config, usual);
  faults.length = 0;
  hidden.clear();
};
afterEach(calm);

const fault = fc.constantFrom('refused', 'rejected', 'unreachable', 'lost', 'late');
const purchase = fc.record({
  route: fc.constantFrom(...routes),
  isHeld: fc.constantFrom(false, false, false, true),
  isHalf: fc.boolean(),
  /** What its first sending meets. */
  meets: fc.oneof(fc.constantFrom('nothing', 'cap'), fault),
});

const said = ['paid', 'sent back', 'sent back', 'look', 'spend back'] as const;
const operator = ['retry', 'stop', 'to balance', 'by hand', 'it was paid'] as const;
const single = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('work', 'work early', 'work twice', 'hear') },
  { weight: 4, arbitrary: fc.constantFrom('lose', 'lose part', 'win') },
  { weight: 6, arbitrary: fc.constantFrom(...said) },
  { weight: 4, arbitrary: fc.constantFrom('cap', 'show', 'hurry', 'sweep', 'later') },
  { weight: 4, arbitrary: fc.constantFrom(...operator) },
  { weight: 3, arbitrary: fc.constantFrom('give back', 'release', 'cancel') },
  { weight: 7, arbitrary: fc.record({ fault, isAtOnce: fc.boolean() }) },
);
const both = fc.record({ both: fc.tuple(single, single) });
const step = fc.oneof({ weight: 5, arbitrary: single }, { weight: 1, arbitrary: both });
type Single = typeof single extends fc.Arbitrary<infer Value> ? Value : never;
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

type Life = Begun & {
  isHeld: boolean;
  /** What came back was exchanged. */
  isSpent: boolean;
};

const payoutJobs = allJobs.filter(({ definition }) => /payout$|^refund-money$|^end-decision$/.test(definition.name));
const work = async (isEarly: boolean) => void (await drainJobs(context, world.boss, payoutJobs, { isEarly }));
const on = (path: string, currency: string) => readBalance(db, path, currency);
const tables = ['payouts', 'bankPayouts', 'cardPayouts'] as const;

async function look({ to, orderId }: Life): Promise<void> {
  if (to === 'bank') return followBankPayout(context, orderId);
  if (to === 'card') return cardRepairs['repair-card-payout'](context, orderId);
  return followPayout(context, orderId);
}

/** A bank or an acquirer was asked so long ago that it shows what it has. */
async function passTime({ orderId }: Life): Promise<void> {
  const sentAt = new Date(Date.now() - 16 * 60_000);
  for (const table of ['bankPayouts', 'cardPayouts'] as const) {
    const own = db.updateTable(table).set({ sentAt }).where('orderId', '=', orderId);
    await own.where('sentAt', 'is not', null).execute();
  }
}

/** All that came back is exchanged. */
async function spendBack(life: Life): Promise<void> {
  const { payoutCurrency: currency } = await orderOf(life.niceId);
  const amount = await on(paths.client(life.owner.niceId), currency);
  if (amount === 0n) return;
  life.isSpent = true;
  const payout_currency = currency === 'ETH' ? 'BTC' : 'ETH';
  await spend(life.owner, amount, currency, { payout_currency, payout_group: 'balance', dst_address: '' });
}

async function decide(life: Life, one: (typeof operator)[number] | 'give back' | 'release'): Promise<unknown> {
  const { niceId, orderId, owner, isHeld } = life;
  const byHand = { niceId, operator: 'ann' };
  switch (one) {
    case 'retry':
      return retryPayout(context, byHand);
    case 'stop':
      return stopPayout(context, byHand);
    case 'to balance':
      return creditPayoutToBalance(context, byHand);
    case 'by hand':
      return settleByHand(context, { ...byHand, proof: 'paid at the desk' });
    case 'it was paid':
      return settleByHand(context, { ...byHand, proof: await nameProof(life) });
    case 'give back':
    case 'release':
      return decideOrder(world, { niceId, orderId, access: owner.access, isHeld }, one);
  }
}

/** What leaves in one day has a limit, or has none any more. */
function cap(): void {
  const { OUTFLOW_DAY_EUR, OUTFLOW_BANK_DAY_EUR, OUTFLOW_CARD_DAY_EUR } = usual;
  const capped = { OUTFLOW_DAY_EUR: 1, OUTFLOW_BANK_DAY_EUR: 1, OUTFLOW_CARD_DAY_EUR: 1 };
  const free = { OUTFLOW_DAY_EUR, OUTFLOW_BANK_DAY_EUR, OUTFLOW_CARD_DAY_EUR };
  Object.assign(config, config.OUTFLOW_DAY_EUR === 1 ? free : capped);
}

async function runStep(life: Life, one: Single): Promise<unknown> {
  const { paid, owner, niceId } = life;
  if (typeof one === 'object') {
    faults.push(one.fault);
    return one.isAtOnce ? work(true) : undefined;
  }
  switch (one) {
    case 'work':
    case 'work early':
      return work(one === 'work early');
    case 'work twice':
      return Promise.all([work(true), work(true)]);
    case 'hear':
      return paid.hear();
    case 'lose':
      return paid.lose().then(paid.hear);
    case 'lose part':
      return paid.losePart().then(paid.hear);
    case 'win':
      return paid.win().then(paid.hear);
    case 'paid':
    case 'sent back':
      return sayOutside(life, one).then(() => look(life));
    case 'look':
      return look(life);
    case 'spend back':
      return spendBack(life);
    case 'sweep':
      return sweepOrders(context);
    case 'later':
      return passTime(life);
    case 'cap':
      return cap();
    case 'show':
      return hidden.clear();
    case 'hurry':
      return hurry(life);
    case 'cancel':
      return world.cancel(owner, niceId);
    case 'retry':
    case 'stop':
    case 'to balance':
    case 'by hand':
    case 'it was paid':
    case 'give back':
    case 'release':
      return decide(life, one);
  }
}

async function take(life: Life, one: Step): Promise<void> {
  const steps = typeof one === 'object' && 'both' in one ? one.both : [one];
  // What is refused at this moment, or was lost on its way, changes nothing.
  await Promise.allSettled(steps.map((each) => runStep(life, each)));
}

/** Nothing more is done for its payout. */
async function isAtEnd({ orderId, niceId }: Life): Promise<boolean> {
  if ((await orderOf(niceId)).status === 'processing') return false;
  const open = ['planned', 'sending', 'pending', 'sent', 'signed', 'freeing', 'broadcast', 'confirmed'];
  for (const table of tables) {
    const own = db.selectFrom(table).select('orderId').where('orderId', '=', orderId);
    if ((await own.where('status', 'in', open).executeTakeFirst()) !== undefined) return false;
  }
  return true;
}

async function workAll(life: Life): Promise<void> {
  const { paid, to, niceId, orderId } = life;
  for (let round = 0; round < 4 && (round < 2 || !(await isAtEnd(life))); round += 1) {
    await paid.hear();
    await work(true);
    for (const { id, status } of to === 'bank' ? await sandbox.bankPayouts(niceId) : [])
      if (status === 'pending') await sandbox.endBankPayout(id, 'settled', 0);
    if (to === 'bitcoin' || to === 'ethereum') await sandbox.mine(to, 8);
    await passTime(life);
    await refundMoney(context, orderId);
    await look(life);
  }
}

/** Everything that was to be sent and heard is, and a person decides about what waits for one. */
async function settle(life: Life): Promise<void> {
  calm();
  await workAll(life);
  if ((await orderOf(life.niceId)).status !== 'processing') return;
  const [blocked] = await listBlockedPayouts(context, life.orderId);
  if (blocked === undefined) await decide(life, 'give back');
  else await decide(life, 'to balance').catch(() => decide(life, 'retry'));
  await workAll(life);
}

async function requireRight(life: Life): Promise<void> {
  const { niceId, orderId, owner, paid, had, to } = life;
  const order = await orderOf(niceId);
  const [out, kept] = [await countOut(life), await paid.kept()];
  if (to === 'bank') expect(await compareBank(context), 'the books have what the bank has').toEqual([]);
  if (to === 'bitcoin') expect(await compareWallet(context), 'the books have what the chain has').toEqual([]);
  expect(await isAtEnd(life), `it is at its end: ${order.status}`).toBe(true);
  const rest = (await listBalances(db, paths.order(niceId))).filter(({ balance }) => balance !== 0n);
  expect(rest, 'an order that has ended holds nothing').toEqual([]);
  const back = db.selectFrom('refunds').select('refundId').where('orderId', '=', orderId);
  const wasBack = (await back.where('reason', '=', 'payout_returned').execute()).length > 0;
  const entries = db.selectFrom('ledgerEntries').select('kind').where('reference', '=', niceId);
  const isByHand = (await entries.where('kind', '=', 'payout_by_hand').execute()).length;
  if (order.status === 'finished') expect(out + isByHand + (wasBack && out === 0 ? 1 : 0), 'it is paid once').toBe(1);
  else expect(out, 'it is paid once at most, where it came back before').toBeLessThanOrEqual(wasBack ? 1 : 0);
  if (life.isSpent) return requireHeld(life, kept);
  const { payoutCurrency, payinCurrency, payinAmount, payoutAmount } = order;
  const [free, held] = [paths.client(owner.niceId), paths.held(owner.niceId)];
  const [freeIn, heldIn] = [await on(free, payinCurrency), await on(held, payinCurrency)];
  const isSame = payoutCurrency === payinCurrency;
  const [freeOut, heldOut] = isSame ? [0n, 0n] : [await on(free, payoutCurrency), await on(held, payoutCurrency)];
  // What came back can be paid after all, by a card's bank.
  const claim = wasBack && out === 0 ? payoutAmount : 0n;
  const isGone = order.status === 'finished' || wasBack;
  expect(freeOut + heldOut, 'what came back is its owner’s once').toBe(isSame ? 0n : claim);
  const borne = -(await on(paid.expense, paid.currency)) - life.lostBefore;
  if (had === 0n && !isGone) return expect([freeIn, borne], 'its payer has what is left').toEqual([kept, heldIn]);
  const left = had === 0n ? 0n : had - (isGone ? payinAmount : 0n);
  expect(freeIn + heldIn, 'its payer has the rest once').toBe(left + (isSame ? claim : 0n));
  expect(borne, 'what is lost is booked').toBe(paid.amount - kept);
  // In what the order was paid with: what hangs on the loss, and how much of that is here.
  const hanging = ((had > 0n ? had : payinAmount) * (paid.amount - kept)) / paid.amount;
  const inPaid = (amount: bigint) => (amount * payinAmount) / payoutAmount;
  const [here, isHeld] = [freeIn + heldIn + inPaid(freeOut + heldOut), heldIn + inPaid(heldOut)];
  const gap = isHeld - (hanging < here ? hanging : here);
  const least = isSame ? payinAmount - payoutAmount : (3n * payinAmount) / payoutAmount;
  expect(gap > -least - 5n && gap < least + 5n, `holds equal losses but for ${gap}`).toBe(true);
}

/** Whatever was bought with what came back. */
async function requireHeld({ owner, paid, lostBefore }: Life, kept: bigint): Promise<void> {
  const listAll = async (path: string) => (await listBalances(db, path)).filter(({ balance }) => balance !== 0n);
  if (kept === 0n) expect(await listAll(paths.client(owner.niceId)), 'nothing lost can be spent').toEqual([]);
  if (kept === paid.amount) expect(await listAll(paths.held(owner.niceId)), 'nothing is held').toEqual([]);
  expect(-(await on(paid.expense, paid.currency)) - lostBefore, 'what is lost is booked').toBe(paid.amount - kept);
}

test('whatever is said of a payout, it is sent once, and what comes back is its owner’s once', async () => {
  const lives = fc.tuple(purchase, fc.array(step, { minLength: 3, maxLength: 14 }));
  const property = fc.asyncProperty(lives, async ([{ meets, ...of }, turns]) => {
    calm();
    gone.clear();
    const life = { ...(await begin(of)), isHeld: of.isHeld, isSpent: false };
    if (meets === 'cap') cap();
    else if (meets !== 'nothing') faults.push(meets);
    if (meets !== 'nothing') await take(life, 'work early');
    for (const one of turns) await take(life, one);
    await settle(life);
    await requireRight(life);
    if (gone.size === 0) return;
    // For the books of the next one all of it is there.
    gone.clear();
    await settle(life);
    await requireRight(life);
  });
  await fc.assert(property, { numRuns: livesOf(8), endOnFailure: true });
  expect(await compareWithOutside(context)).toEqual([]);
}, 600_000);
