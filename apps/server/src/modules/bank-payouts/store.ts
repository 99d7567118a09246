import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import type { Selectable } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { BankPayouts } from '../../database/types.generated.ts';
import type { BankPayout } from '../../providers/bank/port.ts';
import type { DueSource } from '../../jobs/due-jobs.ts';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { refundPayout } from '../order-lifecycle/refund-payout.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import { requirePromisedReturn } from '../promises/require-promised-price.ts';
import { followBankPayoutJob, sendBankPayoutJob } from './jobs.ts';

export type BankPayoutRow = Selectable<BankPayouts>;

export async function findBankPayout(executor: Executor, orderId: string): Promise<BankPayoutRow | undefined> {
  return executor.selectFrom('bankPayouts').selectAll().where('orderId', '=', orderId).executeTakeFirst();
}

/** Moves a payout to its next status when it still has the one that the caller saw. */
export async function movePayout(
  trx: Executor,
  { payoutId, status }: Pick<BankPayoutRow, 'payoutId' | 'status'>,
  change: Partial<Pick<BankPayoutRow, 'amount' | 'outsideId' | 'sentAt' | 'holdReason'>> &
    Pick<BankPayoutRow, 'status' | 'updatedAt'>,
): Promise<boolean> {
  const moved = await trx
    .updateTable('bankPayouts')
    .set(change)
    .where('payoutId', '=', payoutId)
    .where('status', '=', status)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

/** Money of a payout that a bank or an acquirer has sent back. */
interface SentBack {
  /** Of its ledger entry. */
  kind: string;
  idempotencyKey: string;
  sourceKey: string;
  /** The provider's account. */
  from: string;
  amount: bigint;
  currency: string;
}

/**
 * What came back is on the balance of the order's client, no more than was promised: what a provider had paid above
 * that, as after a restore, the house bore and has again.
 */
export async function bookSentBack(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  { kind, idempotencyKey, sourceKey, from, amount, currency }: SentBack,
): Promise<void> {
  const { niceId: reference, payoutAmount } = order;
  const own = amount < payoutAmount ? amount : payoutAmount;
  const postings = [
    { from, to: paths.order(reference), amount: own, currency },
    { from, to: paths.treasury, amount: amount - own, currency },
  ].filter((posting) => posting.amount > 0n);
  await postEntry(trx, context, { kind, reference, idempotencyKey, postings });
  const returned = { sourceKey, amount: own, currency };
  requirePromisedReturn(order, returned);
  await refundPayout(context, trx, order, returned);
}

/** What the bank has paid; `undefined` in another currency. */
export function readPaid({ currency }: BankPayoutRow, outside: BankPayout): bigint | undefined {
  if (outside.currency !== currency) return undefined;
  return parseAmount(outside.amount, findCurrency(currency)?.precision ?? 2);
}

/** Orders whose payout is not sent or not settled yet. */
export const dueBankPayouts: DueSource = async (executor, before, { after, size }) => {
  const rows = await executor
    .selectFrom('bankPayouts')
    .innerJoin('orders', 'orders.orderId', 'bankPayouts.orderId')
    .select(['bankPayouts.orderId', 'bankPayouts.status'])
    .where('orders.createdAt', '<', before)
    .where('bankPayouts.orderId', '>', after)
    .where('bankPayouts.status', 'in', ['planned', 'sent'])
    .orderBy('bankPayouts.orderId')
    .limit(size)
    .execute();
  return rows.map(({ orderId, status }) => ({
    orderId,
    job: status === 'planned' ? sendBankPayoutJob : followBankPayoutJob,
  }));
};

/**
 * A restore may have forgotten that a person allowed a payout, or sent a refused one again, which the bank or the
 * acquirer has made since: it is booked as it was made, also where that was another amount, and not made again.
 *
 * @param outside what the bank or the acquirer has for the order, but for what it refused
 * @returns why that cannot be booked so, for a person to read; nothing where it can, or there is none
 */
export function describeOther(
  niceId: string,
  outside: readonly Pick<BankPayout, 'id' | 'amount' | 'currency'>[],
  { status, currency }: { status: string; currency: string },
): string | undefined {
  const [made, second] = outside;
  const isOpen = status === 'held' || status === 'failed' || status === 'stopped';
  if (made === undefined || (isOpen && second === undefined && made.currency === currency)) return undefined;
  const theirs = outside.map((one) => `${one.amount} ${one.currency} (${one.id})`).join(' and ');
  const next =
    second === undefined ? '' : ` by-hand ${niceId} with one of them books all, and the others are the house's.`;
  return `The bank or the acquirer has ${theirs} for ${niceId} under way or has paid it.${next}`;
}
