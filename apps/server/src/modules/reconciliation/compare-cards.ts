import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import { sql } from 'kysely';
import { isOffered } from '../../config/config-providers.ts';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { AcquirerPayment } from '../../providers/acquirer/port.ts';
import { chargebackEnd } from '../acquirer-payins/card-payin.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { listFailed, settleEach } from '../alarms/settle-each.ts';
import { beforeAll, openCursor } from './cursor.ts';
import { type Difference, difference } from './difference.ts';
import { type CardOrder, type CardOrderPage, listCardOrders } from './store.ts';

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
