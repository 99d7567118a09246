import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { CardPayments } from '../../database/types.generated.ts';
import { keepPaidCard } from '../cards/keep-card.ts';
import { isSame, toCardColumns } from '../cards/store.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import { type AcquirerPayment, acquirerStatuses } from '../../providers/acquirer/port.ts';
import type { DueSource } from '../../jobs/due-jobs.ts';
import { defineJob } from '../../jobs/define-job.ts';

/** `intended`: we want it, and do not know yet whether the acquirer has it. */
const statusSchema = z.enum(['intended', ...acquirerStatuses]);
export type CardPaymentStatus = z.output<typeof statusSchema>;

/** A card payment as the database stores it, its status parsed. */
export type CardPaymentRow = Omit<Selectable<CardPayments>, 'status'> & { status: CardPaymentStatus };

export async function findCardPayment(executor: Executor, orderId: string): Promise<CardPaymentRow | undefined> {
  const [row] = await select(executor, orderId).execute();
  return row && toRow(row);
}

/** The payment, locked until the transaction ends. The order's row is always locked first. */
export async function lockCardPayment(trx: Executor, orderId: string): Promise<CardPaymentRow> {
  return toRow(await select(trx, orderId).forUpdate().executeTakeFirstOrThrow());
}

/** The order that a payment of a provider belongs to, by its id there. */
export async function findOrderOfPayment(
  executor: Executor,
  acquirer: string,
  acquirerPaymentId: string,
): Promise<string | undefined> {
  const row = await executor
    .selectFrom('cardPayments')
    .select('orderId')
    .where('acquirer', '=', acquirer)
    .where('acquirerPaymentId', '=', acquirerPaymentId)
    .executeTakeFirst();
  return row?.orderId;
}

/** Stores the acquirer's status of a payment. */
export async function markOutside(trx: Executor, paymentId: string, outside: AcquirerPayment, at: Date): Promise<void> {
  await trx.updateTable('cardPayments').set(toColumns(outside, at)).where('paymentId', '=', paymentId).execute();
}

/** As `markOutside`, for the one time that it is credited. @returns false when it was credited before */
export async function markCredited(
  trx: Executor,
  paymentId: string,
  outside: AcquirerPayment,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('cardPayments')
    .set({ ...toColumns(outside, at), creditedAt: at })
    .where('paymentId', '=', paymentId)
    .where('creditedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Records that the acquirer has made an intended payment, in one statement that locks the order's row.
 *
 * @returns false when order or payment no longer has the status that the caller saw; nothing is changed then
 */
export async function markCreated(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  order: Pick<OrderRow, 'orderId' | 'status'>,
  outside: AcquirerPayment,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .with('held', (held) =>
      held
        .selectFrom('orders')
        .select('orderId')
        .where('orderId', '=', order.orderId)
        .where('status', '=', order.status)
        .forNoKeyUpdate(),
    )
    .updateTable('cardPayments')
    .from('held')
    .set(toColumns(outside, clock.now()))
    .whereRef('cardPayments.orderId', '=', 'held.orderId')
    .where('cardPayments.status', '=', 'intended')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function toColumns(outside: AcquirerPayment, updatedAt: Date) {
  return {
    acquirerPaymentId: outside.id,
    pageUrl: outside.pageUrl,
    challengeUrl: outside.challengeUrl,
    sessionToken: outside.sessionToken,
    clientUniqueId: outside.clientUniqueId,
    status: outside.status,
    cardBrand: outside.cardBrand,
    cardLast4: outside.cardLast4,
    declineReason: outside.declineReason,
    updatedAt,
  };
}

/**
 * What we ourselves send back of an order to its card, and what of it has gone: the settlement's refunds book it.
 * What a dispute has taken on its way is counted as taken back; what came too late has an entry of its own.
 */
export async function sumOwnRefunds(
  trx: Executor,
  orderId: string,
): Promise<{ refundedByUs: bigint; refundedByUsDone: bigint }> {
  const late = await trx
    .selectFrom('cardPayments')
    .innerJoin('ledgerKeys', (join) =>
      join.on('ledgerKeys.idempotencyKey', '=', sql<string>`'card_refund:' || card_payments.payment_id`),
    )
    .leftJoin('ledgerEntries', 'ledgerEntries.entryId', 'ledgerKeys.entryId')
    .select(['amounts', 'amount', 'refundedOutside'])
    .where('orderId', '=', orderId)
    .executeTakeFirst();
  // Of an archived month nothing has changed since.
  const lateDone = late === undefined ? 0n : (late.amounts?.[0] ?? late.amount - late.refundedOutside);
  const sum = await trx
    .selectFrom('refunds')
    .select(({ fn }) => fn.sum<bigint | null>('amount').as('all'))
    .select(({ fn }) => fn.sum<bigint | null>('amount').filterWhere('status', '=', 'done').as('done'))
    .where('orderId', '=', orderId)
    .where('method', '=', 'card')
    .where(({ or, eb }) => or([eb('status', '!=', 'done'), eb('outsideId', 'is not', null)]))
    .executeTakeFirstOrThrow();
  return { refundedByUs: (sum.all ?? 0n) + lateDone, refundedByUsDone: (sum.done ?? 0n) + lateDone };
}

/** It came too late, and its order holds it until it was given back. */
export function isGoingBack(payment: Pick<CardPaymentRow, 'refundRequestedAt' | 'refundedAt'>): boolean {
  return payment.refundRequestedAt !== null && payment.refundedAt === null;
}

/** Writes down that so much of what was given back outside is there again: the next turn of a payment begins. */
export async function markWon(
  trx: Executor,
  {
    paymentId,
    refundedOutside,
    turns,
    creditedAt,
    ...payment
  }: Pick<
    CardPaymentRow,
    'paymentId' | 'refundedOutside' | 'turns' | 'creditedAt' | 'refundRequestedAt' | 'refundedAt'
  >,
  { won, now }: { won: bigint; now: Date },
): Promise<void> {
  await trx
    .updateTable('cardPayments')
    // What came and went before we saw it is with its client from now on, but where all of it is on its way back.
    .set({
      refundedOutside: refundedOutside - won,
      turns: turns + 1,
      creditedAt: isGoingBack(payment) ? creditedAt : (creditedAt ?? now),
    })
    .where('paymentId', '=', paymentId)
    .execute();
}

/** Writes down that so much more of a payment was given back outside. @returns all of it */
export async function markReversed(
  trx: Executor,
  { paymentId, refundedOutside }: Pick<CardPaymentRow, 'paymentId' | 'refundedOutside'>,
  reversed: bigint,
): Promise<bigint> {
  const all = refundedOutside + reversed;
  await trx.updateTable('cardPayments').set({ refundedOutside: all }).where('paymentId', '=', paymentId).execute();
  return all;
}

export async function markStatus(trx: Executor, paymentId: string, status: CardPaymentStatus, at: Date): Promise<void> {
  await trx.updateTable('cardPayments').set({ status, updatedAt: at }).where('paymentId', '=', paymentId).execute();
}

/**
 * Keeps the card that has paid, where its payer has chosen that. A payment on a page of the acquirer knows its card by
 * that: it is restricted where it is taken back.
 */
export async function keepCardOf(
  context: AppContext,
  trx: Executor,
  { order, payment, outside }: { order: OrderRow; payment: CardPaymentRow; outside: AcquirerPayment },
): Promise<void> {
  const { clientId, isMerchant } = order;
  const { keptCard: card } = outside;
  // A merchant's payer is not signed in: its card is not one of the client whose address was typed.
  if (card === undefined || isMerchant) return;
  const { paymentId, acquirer } = payment;
  await keepPaidCard(context, trx, { clientId, acquirer, card });
  const same = trx.selectFrom('cards').select('cardId').limit(1);
  await trx
    .updateTable('cardPayments')
    .set({ cardId: same.where(isSame({ clientId, acquirer, ...toCardColumns(card) })) })
    .where('paymentId', '=', paymentId)
    .where('cardId', 'is', null)
    .execute();
}

function select(executor: Executor, orderId: string) {
  return executor.selectFrom('cardPayments').selectAll().where('orderId', '=', orderId);
}

function toRow(row: Selectable<CardPayments>): CardPaymentRow {
  return { ...row, status: statusSchema.parse(row.status) };
}

/**
 * Makes a payment at the acquirer that the call that made the order could not, and polls an open one, in case its
 * webhooks are lost; each run queues the next one.
 */
export const watchCardPaymentJob = defineJob({
  name: 'watch-card-payment',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});

/** Refunds money that came for an order that no longer accepts any. */
export const refundCardPaymentJob = defineJob({
  name: 'refund-card-payment',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});

/** Cancels a payment at the acquirer whose order has ended. */
export const stopCardPaymentJob = defineJob({
  name: 'stop-card-payment',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});

/** Orders whose payment can still be made, or whose late payment must still be refunded. */
export const listDueCardPayments: DueSource = async (executor, before, { after, size }) => {
  const rows = await executor
    .selectFrom('cardPayments')
    .select(['orderId', 'status', 'refundRequestedAt', 'refundedAt'])
    .where('createdAt', '<', before)
    .where('orderId', '>', after)
    .where((where) =>
      where.or([
        where('status', 'in', ['intended', 'created', 'challenge', 'declined']),
        where.and([where('refundRequestedAt', 'is not', null), where('refundedAt', 'is', null)]),
      ]),
    )
    .orderBy('orderId')
    .limit(size)
    .execute();
  return rows.map(({ orderId, refundRequestedAt, refundedAt }) => ({
    orderId,
    job: refundRequestedAt !== null && refundedAt === null ? refundCardPaymentJob : watchCardPaymentJob,
  }));
};
