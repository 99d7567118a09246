import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import { sql } from 'kysely';
import { isOffered } from '../../config/config-providers.ts';
import { chainNames } from '../../config/config-chains.ts';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { findClaimed, readBalance } from '../../ledger/balances.ts';
import { postEntry, readEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import type { AcquirerPayment } from '../../providers/acquirer/port.ts';
import { chargebackEnd } from '../acquirer-payins/card-payin.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { syncCardPayment } from '../acquirer-payins/results/sync-card-payment.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { listFailed, settleEach } from '../alarms/settle-each.ts';
import { receivingAccount } from '../balance/client-balances.ts';
import { isUnchanged } from '../card-payouts/apply-card-payout.ts';
import { type CardPayoutRow, findCardPayout, lockCardPayout, nameTurn, readTurns } from '../card-payouts/store.ts';
import { recheckCardPayout } from '../card-payouts/send-card-payout.ts';
import { bookSentBack } from '../bank-payouts/store.ts';
import { findDecision, isNotBack, lockDecision } from '../forgotten-payments/forgotten-payment.ts';
import { lockOwners } from '../losses/decided-holds.ts';
import { freeReturned } from '../losses/end-loss.ts';
import { holdForgottenBack } from '../losses/hold-for-others.ts';
import { findOrder, lockOrder, ownersOf } from '../order-lifecycle/store.ts';
import { type SpendDetails, toHold } from '../payout-holds/store.ts';
import { beforeAll, openCursor } from './cursor.ts';
import { type Difference, difference, type CardOrder, type CardOrderPage, listCardOrders } from './store.ts';

/** How far back every order is compared in each run; older ones are compared page by page. */
const lookBackMs = 3 * 24 * 3600 * 1000;
/** What the alarm says of an order that could not be compared. */
const comparing = 'compare-cards';
const subjectOf = (niceId: string) => `card ${niceId}`;

/**
 * Order by order and provider by provider: what the ledger says the provider holds for us, and what the provider says.
 * Money sent to cards counts against payments. Compares every order with recent changes, those that differed before,
 * and the given older ones.
 */
export async function compareCards(context: AppContext, older: readonly string[] = []): Promise<Difference[]> {
  const { db, clock } = context;
  const differences = new Map<string, Difference>();
  const compare = async (orders: readonly CardOrder[]): Promise<void> => {
    await settleEach(context, orders, {
      work: comparing,
      againWithin: 86_400,
      nameOf: ({ niceId }) => niceId,
      settle: async (order) => {
        for (const found of await compareOrder(context, order))
          differences.set(`${found.subject} ${order.acquirer} ${order.currency}`, found);
      },
    });
  };
  const since = new Date(clock.now().getTime() - lookBackMs);
  for await (const page of pageCardOrders(db, { since })) await compare(page);
  const niceIds = [...(await listDifferingOrders(db)), ...older];
  if (niceIds.length > 0) for await (const page of pageCardOrders(db, { niceIds })) await compare(page);
  return [...differences.values()];
}

/** Subjects of orders that could not be compared the last time, whose state is unknown. */
export async function listUncompared(executor: Executor): Promise<string[]> {
  return (await listFailed(executor, comparing)).map(subjectOf);
}

/** Orders with an open alarm: only another comparison clears it. */
async function listDifferingOrders(executor: Executor): Promise<string[]> {
  const prefix = subjectOf('');
  const rows = await executor
    .selectFrom('alarms')
    .select('subject')
    .where('kind', '=', 'reconciliation_difference')
    .where('clearedAt', 'is', null)
    .where('subject', 'like', `${prefix}%`)
    .execute();
  return rows.map(({ subject }) => subject.slice(prefix.length));
}

async function compareOrder(
  { config, providers }: AppContext,
  { orderId, niceId, acquirer, currency, held }: CardOrder,
): Promise<Difference[]> {
  // A provider that is no longer offered cannot be queried.
  if (!isOffered(config, acquirer)) return [];
  const outside = providers.acquirers.find(acquirer);
  const payments = await outside.findPayments(niceId);
  const payouts = (await outside.vault?.findPayouts(niceId)) ?? [];
  const taken = payments.filter((one) => one.status === 'approved' && one.currency === currency);
  const sent = payouts.filter((one) => one.status === 'paid' && one.currency === currency);
  const theirs =
    sum(taken.map((one) => keptOf(one, currency))) - sum(sent.map(({ amount }) => units(amount, currency)));
  return difference(subjectOf(niceId), held, theirs, orderId);
}

function keptOf({ amount, refundedAmount }: AcquirerPayment, currency: string): bigint {
  return units(amount, currency) - units(refundedAmount, currency);
}

function units(text: string, currency: string): bigint {
  return parseAmount(text, findCurrency(currency)?.precision ?? 2) ?? 0n;
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

/**
 * Asks again for payments that a restore forgot and a person gave to a client, as long as they can be taken back: no
 * order is compared for them, and the news of an acquirer may be lost.
 */
export async function askForgotten(context: AppContext): Promise<void> {
  const { config, clock, db } = context;
  const from = chargebackEnd(config, clock.now()).getTime();
  const start = 'forgotten_payment:';
  const { rows } = await sql<{ acquirer: string; acquirerPaymentId: string }>`
    select split_part(idempotency_key, ':', 2) as acquirer,
      substr(idempotency_key, length(${start} || split_part(idempotency_key, ':', 2)) + 2) as "acquirerPaymentId"
    from ledger_keys
    where idempotency_key between ${start} and ${`${start}~`} and starts_with(idempotency_key, ${start})
      and entry_id > ${`${from.toString(16).padStart(12, '0')}${'0'.repeat(20)}`}::uuid
  `.execute(db);
  const given = rows.filter(({ acquirer }) => acquirer !== context.providers.bank.name && isOffered(config, acquirer));
  await settleEach(context, given, {
    work: 'ask-forgotten',
    againWithin: 86_400,
    nameOf: ({ acquirer, acquirerPaymentId }) => `${acquirer} ${acquirerPaymentId}`,
    settle: (payment) => confirmCardPayment(context, payment),
  });
}

/** What a person released after a restore, and what a bank or an acquirer calls it. */
interface ForgottenPayout {
  name: string;
  id: string;
  payment: SpendDetails['payments'][number];
}

/**
 * Asks again for payouts that a restore forgot and a person has released, as long as they may come back: no payout of
 * an order follows them.
 */
export async function askForgottenPayouts(context: AppContext): Promise<void> {
  const { clock, config, db, providers } = context;
  const isBooked = sql<boolean>`
    exists (select from ledger_keys where idempotency_key = 'outside_spend:' || chain || ':' || subject)`;
  const rows = await db
    .selectFrom('payoutHolds')
    .selectAll()
    .where('reason', '=', 'unknown_spend')
    .where('chain', 'not in', chainNames)
    .where('releasedAt', '>', chargebackEnd(config, clock.now()))
    .where(sql<boolean>`${isBooked} and ${isNotBack}`)
    .orderBy('openedAt')
    .execute();
  const asked = rows.map(toHold).flatMap(({ chain: name, subject: id, details: { payments } }) => {
    const isAsked = isOffered(config, name === providers.bank.name ? 'bank' : name);
    return isAsked ? payments.map((payment) => ({ name, id, payment })) : [];
  });
  await settleEach(context, asked, {
    work: 'ask-forgotten-payouts',
    againWithin: 86_400,
    nameOf: ({ name, id }) => `${name} ${id}`,
    settle: (payout) => followForgottenPayout(context, payout),
  });
}

async function followForgottenPayout(context: AppContext, payout: ForgottenPayout): Promise<void> {
  const { bank, acquirers } = context.providers;
  const { name, id, payment } = payout;
  const sender = name === bank.name ? bank : acquirers.find(name).vault;
  const outcome = (await sender?.findPayouts(payment.address))?.find((one) => one.id === id)?.status;
  if (outcome === 'returned' || outcome === 'failed')
    await context.db.transaction().execute((trx) => bookReturnedPayout(context, trx, payout, outcome));
}

/**
 * It is the client's who was named for it, or of its order where that has nothing else of it out; else the house's.
 */
async function bookReturnedPayout(
  context: AppContext,
  trx: Executor,
  { name, id, payment: { address: subject, amount: units, currency } }: ForgottenPayout,
  outcome: 'returned' | 'failed',
): Promise<void> {
  const isBank = name === context.providers.bank.name;
  const entry = { kind: 'outside_spend_back', idempotencyKey: `outside_spend_back:${name}:${id}` };
  const { idempotencyKey } = entry;
  const amount = BigInt(units);
  const from = isBank ? paths.worldBank(name) : paths.worldCard(name);
  await lockDecision(trx, id);
  if ((await readEntry(trx, { idempotencyKey })) !== undefined) return;
  const decision = await findDecision(trx, id);
  const isClient = decision?.action === 'forgotten_booked';
  const settled = isClient ? undefined : await findOrder(trx, { niceId: decision?.subject ?? subject });
  const order = settled && (await lockOrder(trx, settled.orderId));
  let of = isClient ? decision.subject : 'house';
  if (order?.status === 'finished' && order.payoutCurrency === currency) {
    const back = { ...entry, sourceKey: idempotencyKey, from, amount, currency };
    if (await bookSentBack(context, trx, order, back)) of = order.niceId;
  } else {
    if (isClient) await lockOwners(trx, sql`select client_id from clients where nice_id = ${decision.subject}`);
    const client = isClient ? await receivingAccount(context, trx, { niceId: decision.subject }, subject) : undefined;
    const postings = [{ from, to: client?.path ?? paths.treasury, amount, currency }];
    await postEntry(trx, context, { ...entry, reference: isClient ? decision.subject : subject, postings });
    if (isClient) await holdForgottenBack(context, trx, `forgotten_order:${name}:${id}`);
  }
  await raiseAlarm(context, trx, { kind: 'payout_returned', subject, details: { outcome, payout: id, of } });
}

/** What was paid to a card may have come back since, and what came back may have been paid after all. */
async function repairCardPayout(context: AppContext, orderId: string): Promise<void> {
  await recheckCardPayout(context, orderId);
  const order = await findOrder(context.db, { orderId });
  const payout = await findCardPayout(context.db, orderId);
  if (order === undefined || payout?.status !== 'returned') return;
  const { vault } = context.providers.acquirers.find(payout.acquirer);
  const outside = (await vault?.findPayouts(order.niceId))?.find(({ id }) => id === payout.acquirerPayoutId);
  if (outside?.status === 'paid') await context.db.transaction().execute((trx) => bookAgain(context, trx, payout));
}

/** Its client has it: the balance that was given it pays as far as it goes, and the operator bears the rest. */
async function bookAgain(context: AppContext, trx: Executor, seen: CardPayoutRow): Promise<void> {
  const { orderId, payoutId, acquirer, amount, currency } = seen;
  // All orders of its client together, as a loss holds them.
  await lockOwners(trx, ownersOf(sql`spent.order_id = ${orderId}`), sql`select ${orderId}::uuid`);
  const { niceId: reference } = await lockOrder(trx, orderId);
  // What came back again since the acquirer was asked is not out.
  if (!isUnchanged(await lockCardPayout(trx, orderId), seen)) return;
  const name = nameTurn(payoutId, (await readTurns(trx, reference)).returns);
  const idempotencyKey = `card_payout_again:${name}`;
  const refunds = trx.selectFrom('refunds').select('refundId').where('sourceKey', '=', `card_payout:${name}`);
  const refund = await refunds.executeTakeFirst();
  const given = refund && (await readEntry(trx, { idempotencyKey: `refund:${refund.refundId}` }));
  const credited = given?.postings[0];
  const taker = given && credited && (await findClaimed(trx, { ...credited, since: given.place }));
  if (refund !== undefined) await freeReturned(context, trx, orderId, refund.refundId);
  const has = taker === undefined ? 0n : await readBalance(trx, taker.to, currency);
  const most = taker !== undefined && taker.amount < amount ? taker.amount : amount;
  const own = has < most ? has : most;
  const to = paths.worldCard(acquirer);
  const postings = [
    { from: taker?.to ?? paths.treasury, to, amount: own, currency },
    { from: paths.treasury, to, amount: amount - own, currency },
  ].filter((posting) => posting.amount > 0n);
  await postEntry(trx, context, { kind: 'card_payout_again', reference, idempotencyKey, postings });
  const paid = { status: 'paid', failureReason: '', updatedAt: context.clock.now() };
  await trx.updateTable('cardPayouts').set(paid).where('payoutId', '=', payoutId).execute();
  const details = { again: amount.toString(), balance: own.toString(), currency };
  await raiseAlarm(context, trx, { kind: 'payout_conflict', subject: orderId, details });
}

/** What an order's acquirers are asked again for. */
export const cardRepairs = { 'repair-card': syncCardPayment, 'repair-card-payout': repairCardPayout };

/** So many of the older orders are compared again in one run; in time all of them are. */
const olderPage = 100;

/** The next older orders to compare, and how to record that they were compared. */
interface OlderOrders {
  /** Their public numbers. */
  niceIds: readonly string[];
  moveOn(): Promise<void>;
}

/** Continues where the last run stopped, and starts again after the last order. */
export async function findOlderOrders({ db }: Pick<AppContext, 'db'>): Promise<OlderOrders> {
  const cursor = await openCursor(db, { name: 'card_orders', size: olderPage });
  const orders = await listCardOrders(db, { after: cursor.after, size: olderPage });
  return {
    niceIds: [...new Set(orders.map(({ niceId }) => niceId))],
    moveOn: () => cursor.moveOn(orders.map(({ orderId }) => orderId)),
  };
}

const size = 200;
/** An order has two providers at most, so a page always gets past its first order. */
const rowsMax = 1 + size * 2;

/** All requested card orders, page by page. */
async function* pageCardOrders(
  executor: Executor,
  asked: Pick<CardOrderPage, 'since' | 'niceIds'>,
): AsyncGenerator<CardOrder[]> {
  for (let after = beforeAll; ;) {
    const page = wholeOrders(await listCardOrders(executor, { ...asked, after, size: rowsMax }));
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last.orderId;
  }
}

/** A page ends with an order, never in the middle of one. */
function wholeOrders(rows: CardOrder[]): CardOrder[] {
  if (rows.length < rowsMax) return rows;
  const cut = rows.at(-1)?.orderId;
  return rows.filter(({ orderId }) => orderId !== cut);
}
