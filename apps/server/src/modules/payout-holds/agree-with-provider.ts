import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { checkEpoch } from './check-epoch.ts';
import { listHolds, openHold, releaseHolds, type SpendDetails } from './store.ts';

/** Clocks of a bank and ours may differ; what is listed twice is in the books. */
const overlapMs = 24 * 3_600_000;

interface OutsidePayout {
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
  const ended = before.map(({ holdId }) => holdId);
  for (const hold of await listHolds(db, name)) {
    const [reference = ''] = hold.details.payments.map(({ address }) => address);
    if (hold.reason === 'unknown_spend' && (await findKnown(db, [reference])).has(reference)) ended.push(hold.holdId);
  }
  const by = 'agreement';
  await db.transaction().execute((trx) => releaseHolds(context, trx, { chain: name, holdIds: ended, by }));
  return (await listHolds(db, name)).length === 0;
}

function findStart(holds: readonly { details: SpendDetails; openedAt: Date }[]): Date {
  const times = holds.map(({ details: { since }, openedAt }) => (since === undefined ? openedAt : new Date(since)));
  return new Date(Math.min(...times.map((time) => time.getTime())) - overlapMs);
}

/** Reads the provider's list page by page, and holds what the books do not have. */
async function findUnknown(context: AppContext, name: string, since: Date): Promise<void> {
  for (let after = ''; ;) {
    const page = await listPayouts(context, name, since, after);
    const known = await findKnown(
      context.db,
      page.map(({ reference }) => reference),
    );
    for (const payout of page) {
      // What came back, or never left, has cost nothing.
      if (known.has(payout.reference) || payout.status === 'returned' || payout.status === 'failed') continue;
      const { id: subject } = payout;
      await openHold(context, context.db, {
        chain: name,
        reason: 'unknown_spend',
        subject,
        details: describe(payout),
      });
    }
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

async function listPayouts(
  { providers }: AppContext,
  name: string,
  since: Date,
  after: string,
): Promise<OutsidePayout[]> {
  if (name === providers.bank.name) return providers.bank.listPayouts(since, after);
  return (await providers.acquirers.find(name).vault?.listPayouts(since, after)) ?? [];
}

/** Numbers of orders with a payout in the books: it is looked up by that number before it is sent. */
async function findKnown(executor: Executor, references: readonly string[]): Promise<Set<string>> {
  if (references.length === 0) return new Set();
  const rows = await executor
    .selectFrom('orders')
    .select('niceId')
    .where('niceId', 'in', [...references])
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('bankPayouts').select('payoutId').whereRef('bankPayouts.orderId', '=', 'orders.orderId')),
        exists(selectFrom('cardPayouts').select('payoutId').whereRef('cardPayouts.orderId', '=', 'orders.orderId')),
      ]),
    )
    .execute();
  return new Set(rows.map(({ niceId }) => niceId));
}

function describe({ reference: address, amount, currency }: OutsidePayout): SpendDetails {
  const units = parseAmount(amount, findCurrency(currency)?.precision ?? 2);
  const payment = units === undefined ? { currency: '', amount: '0' } : { currency, amount: units.toString() };
  return { inputs: [], payments: [{ place: 0, address, ...payment }], fee: '0' };
}
