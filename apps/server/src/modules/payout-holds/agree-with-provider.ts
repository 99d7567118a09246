import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { formatUnits } from '@causeway/domain/currencies/format-units';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { readEntry } from '../../ledger/entry.ts';
import { isPayable, stopPayment } from '../../providers/acquirer/call-acquirer.ts';
import { isOut, leftOf } from '../../providers/acquirer/shapes.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { checkEpoch } from './check-epoch.ts';
import { listHolds, openHold, releaseHolds, type SpendDetails } from './store.ts';

/** Clocks of a bank and ours may differ; what is listed twice is in the books. */
const overlapMs = 24 * 3_600_000;

export interface OutsidePayout {
  id: string;
  reference: string;
  amount: string;
  currency: string;
  status: string;
}

/**
 * Whether the books have every payout that a bank or an acquirer has made, so that it may be given another one. After a
 * restore its payouts since the copy are compared; one that no order of ours has holds all others until a person has
 * decided, or until its order has come so far that it is known.
 *
 * @throws ProviderError while it cannot be asked
 */
export async function agreeWithProvider(context: AppContext, name: string): Promise<boolean> {
  await checkEpoch(context);
  const { db } = context;
  const holds = await listHolds(db, name);
  if (holds.length === 0) return true;
  const before = holds.filter(({ reason }) => reason !== 'unknown_spend');
  if (before.length > 0) await findUnknown(context, name, findStart(before));
  // What was found is held by itself from here on.
  const holdIds = before.map(({ holdId }) => holdId);
  for (const hold of await listHolds(db, name)) {
    const [reference = ''] = hold.details.payments.map(({ address }) => address);
    if (hold.reason === 'unknown_spend' && (await findKnown(db, [reference])).has(reference)) holdIds.push(hold.holdId);
  }
  await db.transaction().execute((trx) => releaseHolds(context, trx, { chain: name, holdIds, by: 'agreement' }));
  return (await listHolds(db, name)).length === 0;
}

function findStart(holds: readonly { details: SpendDetails; openedAt: Date }[]): Date {
  const times = holds.map(({ details: { since }, openedAt }) => new Date(since ?? openedAt).getTime());
  return new Date(Math.min(...times) - overlapMs);
}

/**
 * Holds a bank or acquirer for each payout that no order of ours has, and alarms for each payment of none. One that its
 * payer has open still is ended: what it brought later would be seen by its webhook alone.
 */
async function findUnknown(context: AppContext, name: string, since: Date): Promise<void> {
  const { bank, acquirers } = context.providers;
  const acquirer = name === bank.name ? undefined : acquirers.find(name);
  const sender = acquirer === undefined ? bank : acquirer.vault;
  for await (const page of readPages<OutsidePayout>(async (after) => sender?.listPayouts(since, after))) {
    const known = await findKnown(context.db, referencesOf(page));
    for (const payout of page.filter(isOut).filter(({ reference }) => !known.has(reference))) {
      const found = { reason: 'unknown_spend', subject: payout.id, details: describePayout(payout) } as const;
      await openHold(context, context.db, { chain: name, ...found });
    }
  }
  for await (const page of readPages(async (after) => acquirer?.listPayments(since, after))) {
    const known = new Set((await findOrders(context.db, referencesOf(page)).execute()).map(({ niceId }) => niceId));
    // The books are asked once for a page: a busy server takes payments faster than it could look up each.
    for (const listed of page.filter((one) => !known.has(one.reference))) {
      const payment = acquirer !== undefined && isPayable(listed) ? await stopPayment(acquirer, listed.id) : listed;
      const { id, reference: subject, currency } = payment;
      const left = leftOf(payment);
      if (left === 0n) continue;
      const amount = left === undefined ? payment.amount : formatUnits(left, currency);
      if ((await readEntry(context.db, { idempotencyKey: `forgotten_payment:${name}:${id}` })) !== undefined) continue;
      const details = { acquirer: name, id, amount, currency };
      await raiseAlarm(context, context.db, { kind: 'payment_mismatch', subject, details });
    }
  }
}

async function* readPages<Row extends { id: string }>(
  list: (after: string) => Promise<Row[] | undefined>,
): AsyncGenerator<Row[]> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: Row[] = (await list(after)) ?? [];
    yield page;
    after = page.at(-1)?.id;
  }
}

const referencesOf = (page: readonly { reference: string }[]) => page.map(({ reference }) => reference);

/** Numbers of orders with a payout in the books: it is looked up by that number before it is sent. */
async function findKnown(executor: Executor, references: readonly string[]): Promise<Set<string>> {
  const rows = await findOrders(executor, references)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('bankPayouts').select('payoutId').whereRef('bankPayouts.orderId', '=', 'orders.orderId')),
        exists(selectFrom('cardPayouts').select('payoutId').whereRef('cardPayouts.orderId', '=', 'orders.orderId')),
      ]),
    )
    .execute();
  return new Set(rows.map(({ niceId }) => niceId));
}

function findOrders(executor: Executor, references: readonly string[]) {
  return executor
    .selectFrom('orders')
    .select('niceId')
    .where('niceId', 'in', ['', ...references]);
}

export function describePayout({ reference: address, amount, currency }: OutsidePayout): SpendDetails {
  const units = parseAmount(amount, findCurrency(currency)?.precision ?? 2);
  const payment = units === undefined ? { currency: '', amount: '0' } : { currency, amount: units.toString() };
  return { inputs: [], payments: [{ place: 0, address, ...payment }], fee: '0' };
}
