import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import { type Selectable, sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { BankPayouts } from '../../database/types.generated.ts';
import type { BankPayout } from '../../providers/bank/port.ts';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { changeStatus } from '../order-lifecycle/change-status.ts';
import { refundPayout } from '../order-lifecycle/refund-payout.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import { requirePromisedReturn } from '../promises/require-promised-price.ts';

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
  /** What its client still has of it from before, while it was paid after all: the house bore that. */
  kept?: bigint;
}

/**
 * What came back is on the balance of the order's client, no more than was promised: what a provider had paid above
 * that, as after a restore, the house bore and has again. Of several payouts of one order exactly one is its own, and
 * the house bore the others: one that stays out where there is one, else the last that comes back.
 *
 * @returns whether the client has it
 */
export async function bookSentBack(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  { kind, idempotencyKey, sourceKey, from, amount, currency, kept = 0n }: SentBack,
): Promise<boolean> {
  const { orderId, niceId: reference, payoutAmount, status } = order;
  const isPaid = await isPaidElse(trx, order, { kind, idempotencyKey });
  const most = (amount < payoutAmount ? amount : payoutAmount) - kept;
  const own = isPaid || most < 0n ? 0n : most;
  const postings = [
    { from, to: paths.order(reference), amount: own, currency },
    { from, to: paths.treasury, amount: amount - own, currency },
  ].filter((posting) => posting.amount > 0n);
  await postEntry(trx, context, { kind, reference, idempotencyKey, postings });
  const returned = { sourceKey, amount: own, currency };
  if (own > 0n) {
    requirePromisedReturn(order, returned);
    await refundPayout(context, trx, order, returned);
  } else if (isPaid && status === 'processing')
    await changeStatus(context, trx, { orderId, from: status, to: 'finished', actor: 'system' });
  return !isPaid;
}

/** Whether an order's client has another payout of it, or what one that came back before had paid. */
async function isPaidElse(
  trx: Executor,
  { orderId, niceId }: OrderRow,
  { kind, idempotencyKey }: Pick<SentBack, 'kind' | 'idempotencyKey'>,
): Promise<boolean> {
  const { rows } = await sql<{ isPaid: boolean }>`
    with by_hand as (
      select details ->> 'proof' as proof from operator_actions where action = 'payout_by_hand' and subject = ${niceId}
    )
    select exists (select from bank_payouts where order_id = ${orderId} and status in ('sent', 'settled'))
      or exists (select from card_payouts where order_id = ${orderId} and status in ('pending', 'paid'))
      or exists (
        select from payout_holds hold where reason = 'unknown_spend'
          and (details -> 'payments' @> ${JSON.stringify([{ address: niceId }])}::jsonb
            or subject in (select proof from by_hand))
          and 'outside_spend_back:' || chain || ':' || subject <> ${idempotencyKey}
          and not exists (
            select from ledger_keys where idempotency_key = 'outside_spend_back:' || chain || ':' || hold.subject)
          and (released_at is null or exists (
            select from ledger_keys where idempotency_key = 'outside_spend:' || chain || ':' || hold.subject))
      )
      -- Paid by a person from elsewhere, which no provider of ours takes back.
      or exists (select from by_hand where not exists (select from payout_holds where subject = proof))
      or ${kind === 'outside_spend_back'} and exists (
        select from refunds where order_id = ${orderId} and reason = 'payout_returned'
      ) as "isPaid"
  `.execute(trx);
  return rows[0]?.isPaid === true;
}

/** What the bank has paid; `undefined` in another currency. */
export function readPaid({ currency }: BankPayoutRow, outside: BankPayout): bigint | undefined {
  if (outside.currency !== currency) return undefined;
  return parseAmount(outside.amount, findCurrency(currency)?.precision ?? 2);
}
