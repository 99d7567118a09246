import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { type OrderRow, findOrder, lockOrder } from '../order-lifecycle/store.ts';
import { OperatorFault, recordAction } from './record-action.ts';
import { clearAlarm } from '../alarms/raise-alarm.ts';
import { refundPayout } from '../order-lifecycle/insert-refund.ts';
import { newUuid } from '../../new-uuid.ts';
import { sendCardPayoutJob } from '../card-payouts/jobs.ts';
import { payoutAcquirer } from '../cards/rules.ts';
import { sendBankPayoutJob } from '../bank-payouts/jobs.ts';
import type { PayoutDoubt } from '../payout-holds/count-outflow.ts';
import { buildPayoutJob } from '../chain-payouts/jobs.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/entry.ts';
import { addHistory } from '../order-lifecycle/history.ts';
import { changeStatus } from '../order-lifecycle/change-status.ts';
import { queueOrderEmail } from '../order-lifecycle/queue-order-email.ts';

/**
 * A payout that makes no progress by itself while its order holds the money; also an unsigned one while its chain is
 * held.
 */
interface StuckPayout {
  orderId: string;
  niceId: string;
  payoutId: string;
  /** Its kind of destination. */
  way: 'chain' | 'bank' | 'card';
  amount: bigint;
  currency: string;
  /**
   * The reason in the refusing provider's own terms; empty for one that was stopped, `held` for one that waits for a
   * decision.
   */
  reason: string;
  since: Date;
}

/** All of them, the oldest first, or those of one order. */
export async function listStuckPayouts(
  { db }: { db: Executor } | AppContext,
  orderId?: string,
): Promise<StuckPayout[]> {
  const { rows } = await sql<StuckPayout>`
    select orders.order_id, orders.nice_id, stuck.payout_id, stuck.way, stuck.amount, stuck.currency, stuck.reason, stuck.since
    from (
      select order_id, payout_id, 'chain' as way, amount, currency, stuck_reason as reason, updated_at as since
      from payouts where status = 'stuck'
      union all
      select order_id, payout_id, 'chain', amount, currency, 'held', updated_at
      from payouts where status = 'planned' and exists (
        select from payout_holds where payout_holds.chain = payouts.chain and released_at is null
      )
      union all
      select order_id, payout_id, 'bank', amount, currency, stuck_reason, updated_at from bank_payouts where status = 'stuck'
      union all
      select order_id, payout_id, 'card', amount, currency, failure_reason, updated_at
      from card_payouts where status in ('failed', 'stopped')
    ) stuck
    join orders using (order_id)
    where orders.status = 'processing' and (${orderId ?? null}::uuid is null or orders.order_id = ${orderId ?? null}::uuid)
    order by stuck.since
  `.execute(db);
  return rows;
}

/**
 * An order and its stuck pay-out, for a decision about it; the order is locked until the transaction ends, and the
 * payout is no longer signed.
 *
 * @throws OperatorFault when nothing is stuck
 */
async function holdStuckPayout(trx: Executor, niceId: string): Promise<{ order: OrderRow; payout: StuckPayout }> {
  const found = await findOrder(trx, { niceId });
  if (found === undefined) throw new OperatorFault(`There is no order ${niceId}.`);
  const order = await lockOrder(trx, found.orderId);
  const [payout] = await listStuckPayouts({ db: trx }, order.orderId);
  if (payout === undefined) throw new OperatorFault(`No pay-out of the order ${niceId} is stuck.`);
  await stop(trx, payout);
  return { order, payout };
}

/** One that is only held becomes a stopped one. */
async function stop(trx: Executor, { way, payoutId, niceId }: StuckPayout): Promise<void> {
  if (way !== 'chain') return;
  const stopped = await trx
    .updateTable('payouts')
    .set({ status: 'stuck' })
    .where('payoutId', '=', payoutId)
    .where('status', 'in', ['planned', 'stuck'])
    .executeTakeFirst();
  if (stopped.numUpdatedRows !== 1n) throw new OperatorFault(`The pay-out of the order ${niceId} was signed just now.`);
}

/** Credits the money of a stuck payout to its client's balance; the order ends as refunded. @throws OperatorFault */
export async function creditPayoutToBalance(
  context: AppContext,
  { niceId, operator }: { niceId: string; operator: string },
): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const { order, payout } = await holdStuckPayout(trx, niceId);
    const { payoutId, amount, currency } = payout;
    await refundPayout(context, trx, order, { sourceKey: `stuck_payout:${payoutId}`, amount, currency });
    await clearAlarm(context, trx, 'payout_failed', order.orderId);
    await recordAction(context, trx, { operator, action: 'payout_to_balance', subject: niceId, details: { payoutId } });
  });
}

/** Why a payout of which nothing has left waits for a person to allow it. */
const personReasons: ReadonlySet<string> = new Set(['fee', 'outflow'] satisfies PayoutDoubt['reason'][]);

/**
 * Sends a refused payout to its card once more, under a new key. The acquirer is queried first: while it has the money
 * under way nothing is sent. A payout that was not sent and waited for a person is allowed.
 *
 * @throws OperatorFault; ProviderError while the acquirer cannot be reached
 */
export async function retryPayout(
  context: AppContext,
  { niceId, operator }: { niceId: string; operator: string },
): Promise<void> {
  const outside = (await context.providers.acquirers.find(payoutAcquirer).vault?.findPayouts(niceId)) ?? [];
  if (outside.some(({ status }) => status !== 'failed'))
    throw new OperatorFault(`The acquirer has money for ${niceId} under way or has paid it.`);
  await context.db.transaction().execute(async (trx) => {
    const { order, payout } = await holdStuckPayout(trx, niceId);
    const { orderId } = order;
    if (personReasons.has(payout.reason)) return allowPayout(context, trx, payout, operator);
    if (payout.way !== 'card')
      throw new OperatorFault(
        'What a chain or the bank has refused is not sent again. Use to-balance, or pay it yourself and use by-hand.',
      );
    const { isListed } = await trx
      .selectFrom('cards')
      .innerJoin('cardPayouts', 'cardPayouts.cardId', 'cards.cardId')
      .select('cards.isListed')
      .where('cardPayouts.payoutId', '=', payout.payoutId)
      .executeTakeFirstOrThrow();
    if (!isListed)
      throw new OperatorFault(
        'The card was typed for this order only, and is good for one try. Use to-balance or by-hand.',
      );
    const payoutId = newUuid(context);
    const now = context.clock.now();
    await trx
      .updateTable('cardPayouts')
      .set({
        payoutId,
        status: 'planned',
        failureReason: '',
        acquirerPayoutId: null,
        sentAt: null,
        allowedAt: now,
        updatedAt: now,
      })
      .where('payoutId', '=', payout.payoutId)
      .execute();
    await clearAlarm(context, trx, 'payout_failed', orderId);
    const details = { before: payout.payoutId, payoutId };
    await recordAction(context, trx, { operator, action: 'payout_retried', subject: niceId, details });
    await context.jobs.enqueue(trx, sendCardPayoutJob, { orderId }, { singletonKey: orderId });
  });
}

const sendJobs = { chain: buildPayoutJob, bank: sendBankPayoutJob, card: sendCardPayoutJob } as const;

async function allowPayout(
  context: AppContext,
  trx: Executor,
  { way, orderId, niceId }: StuckPayout,
  operator: string,
): Promise<void> {
  const now = context.clock.now();
  const allowed = { status: 'planned', allowedAt: now, updatedAt: now };
  const { numUpdatedRows } = await (way === 'chain'
    ? trx
        .updateTable('payouts')
        .set({ ...allowed, stuckReason: '' })
        .where('orderId', '=', orderId)
        .where('status', '=', 'stuck')
        .where('txid', 'is', null)
        .executeTakeFirst()
    : way === 'bank'
      ? trx
          .updateTable('bankPayouts')
          .set({ ...allowed, stuckReason: '' })
          .where('orderId', '=', orderId)
          .where('status', '=', 'stuck')
          .where('sentAt', 'is', null)
          .executeTakeFirst()
      : trx
          .updateTable('cardPayouts')
          .set({ ...allowed, failureReason: '' })
          .where('orderId', '=', orderId)
          .where('status', '=', 'stopped')
          .where('sentAt', 'is', null)
          .executeTakeFirst());
  if (numUpdatedRows !== 1n) throw new OperatorFault(`The pay-out of the order ${niceId} waits for no person.`);
  await clearAlarm(context, trx, 'payout_failed', orderId);
  await recordAction(context, trx, { operator, action: 'payout_retried', subject: niceId });
  await context.jobs.enqueue(trx, sendJobs[way], { orderId }, { singletonKey: orderId });
}

/**
 * Marks a stuck payout as paid by a person, from money outside the books: what the order held is then the operator's.
 *
 * @param proof what proves that it was paid, for example a transaction or the number of a transfer
 * @throws OperatorFault
 */
export async function settleByHand(
  context: AppContext,
  { niceId, operator, proof }: { niceId: string; operator: string; proof: string },
): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const { order, payout } = await holdStuckPayout(trx, niceId);
    const { payoutId, amount, currency } = payout;
    const { orderId, status } = order;
    await postEntry(trx, context, {
      kind: 'payout_by_hand',
      reference: niceId,
      idempotencyKey: `payout_by_hand:${orderId}`,
      postings: [{ from: paths.order(niceId), to: paths.treasury, amount, currency }],
    });
    await addHistory(context, trx, { orderId, from: status, to: status, reason: 'payout_sent', actor: 'system' });
    await changeStatus(context, trx, { orderId, from: status, to: 'finished', actor: 'system' });
    await queueOrderEmail(context, trx, 'order-finished', order);
    await clearAlarm(context, trx, 'payout_failed', orderId);
    const details = { payoutId, proof };
    await recordAction(context, trx, { operator, action: 'payout_by_hand', subject: niceId, details });
  });
}
