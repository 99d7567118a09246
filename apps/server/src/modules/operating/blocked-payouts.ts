import { sql } from 'kysely';
import { isChain } from '../../config/config-chains.ts';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { type OrderRow, findOrder, lockOrder } from '../order-lifecycle/store.ts';
import { OperatorFault, recordAction, recordAndLog } from '../operators/record-action.ts';
import { askSecondPerson } from '../operators/second-person.ts';
import { clearAlarm } from '../alarms/raise-alarm.ts';
import { readLost, refundPayout } from '../order-lifecycle/refund-payout.ts';
import { lockDecision } from '../forgotten-payments/forgotten-payment.ts';
import { planAgain } from '../card-payouts/store.ts';
import { sendCardPayoutJob } from '../card-payouts/jobs.ts';
import { sendBankPayoutJob } from '../bank-payouts/jobs.ts';
import { buildPayoutJob } from '../chain-payouts/jobs.ts';
import { isOvertaken } from '../chain-payouts/store.ts';
import { failOvertakenPayout } from '../chain-payouts/follow-payout.ts';
import { failConflicting } from '../chain-payouts/utxo/store.ts';
import { findOvertaken } from '../chain-wallets/own-spends.ts';
import { listHolds } from '../payout-holds/store.ts';
import { bookBeside, bookMade, describeOther, findBeside } from './outside-payouts.ts';
import { listOutside } from './forgotten/settle-payment.ts';
import { requireElsewhere, requireProof, requireUnsent } from './decide-held-order.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/entry.ts';
import { addHistory, changeStatus, queueOrderEmail } from '../order-lifecycle/change-status.ts';
import { findPayoutMethod } from '../payout-methods/find-payout-method.ts';
import { requirePromisedReturn } from '../promises/require-promised-price.ts';

/**
 * A payout that a person decides about while its order holds the money: held, stopped or failed; also an unsigned one
 * while its chain, bank or acquirer is held.
 */
interface BlockedPayout {
  orderId: string;
  niceId: string;
  payoutId: string;
  /** Its kind of destination. */
  method: 'chain' | 'bank' | 'card';
  amount: bigint;
  currency: string;
  /** `chain`: its chain, bank or acquirer is held. */
  status: 'held' | 'stopped' | 'failed' | 'chain';
  /** Why it is held, or the reason in the refusing provider's own terms; else its status. */
  reason: string;
  since: Date;
}

/** All of them, the oldest first, or those of one order. */
export async function listBlockedPayouts(
  { db }: { db: Executor } | AppContext,
  orderId?: string,
): Promise<BlockedPayout[]> {
  const { rows } = await sql<BlockedPayout>`
    select orders.order_id, orders.nice_id, blocked.payout_id, method, blocked.amount, blocked.currency,
      blocked.status, coalesce(nullif(blocked.reason, ''), blocked.status) as reason, blocked.since
    from (
      select order_id, payout_id, 'chain' as method, amount, currency, status, hold_reason as reason, updated_at as since
      from payouts where status in ('held', 'stopped', 'failed')
      union all
      select order_id, payout_id, 'chain', amount, currency, 'chain', 'held', updated_at
      from payouts where status = 'planned' and exists (
        select from payout_holds where payout_holds.chain = payouts.chain and released_at is null
      )
      union all
      select order_id, payout_id, 'chain', amount, currency, 'chain', 'overtaken', updated_at
      from payouts where ${isOvertaken}
      union all
      select order_id, payout_id, 'bank', amount, currency, status, hold_reason, updated_at
      from bank_payouts where status in ('held', 'stopped')
      union all
      select order_id, payout_id, 'card', amount, currency, status, failure_reason || hold_reason, updated_at
      from card_payouts where status in ('held', 'stopped', 'failed')
      union all
      select order_id, payout_id, 'bank', amount, currency, 'chain', 'held', updated_at
      from bank_payouts where status = 'planned' and sent_at is null and exists (
        select from payout_holds where payout_holds.chain = bank_payouts.bank and released_at is null
      )
      union all
      select order_id, payout_id, 'card', amount, currency, 'chain', 'held', updated_at
      from card_payouts where status = 'planned' and exists (
        select from payout_holds where payout_holds.chain = card_payouts.acquirer and released_at is null
      )
    ) blocked
    join orders using (order_id)
    where orders.status = 'processing' and (${orderId ?? null}::uuid is null or orders.order_id = ${orderId ?? null}::uuid)
    order by blocked.since
  `.execute(db);
  return rows;
}

/**
 * An order and its blocked payout, for a decision about it; the order is locked until the transaction ends.
 *
 * @throws OperatorFault when nothing is blocked
 */
async function lockBlockedPayout(trx: Executor, niceId: string): Promise<{ order: OrderRow; payout: BlockedPayout }> {
  const found = await findOrder(trx, { niceId });
  if (found === undefined) throw new OperatorFault(`There is no order ${niceId}.`);
  const order = await lockOrder(trx, found.orderId);
  const [payout] = await listBlockedPayouts({ db: trx }, order.orderId);
  if (payout === undefined) throw new OperatorFault(`No pay-out of the order ${niceId} is blocked.`);
  return { order, payout };
}

/**
 * A bank or an acquirer may have paid what a restore has removed from the books. What a chain has paid holds the chain,
 * and a person decides about it.
 *
 * @throws OperatorFault; ProviderError while it cannot be asked
 */
async function requireUnknownOutside(context: AppContext, niceId: string): Promise<void> {
  const order = await findOrder(context.db, { niceId });
  if (order === undefined || isChain(order.pricing.payoutProvider)) return;
  if (await findPayoutMethod(order.pricing.payoutProvider).isUnknownOutside(context, order)) return;
  throw new OperatorFault(`The bank or the acquirer has money for ${niceId} under way or has paid it.`);
}

/** The second person's part of a decision about a blocked payout; nothing is changed before it. */
async function askFirst(
  context: AppContext,
  trx: Executor,
  { operator, command, niceId, proof = '' }: { operator: string; command: string; niceId: string; proof?: string },
): Promise<string | undefined> {
  const { payout } = await lockBlockedPayout(trx, niceId);
  return askSecondPerson(context, trx, { operator, command, subject: `${niceId} ${proof}`.trim(), moves: [payout] });
}

const payoutTables = { chain: 'payouts', bank: 'bankPayouts', card: 'cardPayouts' } as const;

/** As `lockBlockedPayout`; the payout is never sent after this. */
async function stopBlockedPayout(trx: Executor, niceId: string): Promise<{ order: OrderRow; payout: BlockedPayout }> {
  const { order, payout } = await lockBlockedPayout(trx, niceId);
  const { method, payoutId, status, reason } = payout;
  if (reason === 'overtaken')
    throw new OperatorFault(`Other bytes may have paid ${niceId}: by-hand with those that have, or release-chain.`);
  if (status === 'failed') return { order, payout };
  const stopped = await trx
    .updateTable(payoutTables[method])
    .set({ status: 'stopped', holdReason: '' })
    .where('payoutId', '=', payoutId)
    .where('status', 'in', ['planned', 'held', 'stopped'])
    // What the bank was asked for stays planned until it has answered.
    .where(method === 'bank' ? sql<boolean>`sent_at is null` : sql<boolean>`true`)
    .executeTakeFirst();
  if (stopped.numUpdatedRows !== 1n) throw new OperatorFault(`The pay-out of the order ${niceId} was signed just now.`);
  return { order, payout };
}

/**
 * Takes a held payout out of the hands of its client, who could cancel it, and of the sender: before a person pays it
 * from elsewhere.
 *
 * @throws OperatorFault; ProviderError while the bank or the acquirer cannot be reached
 */
export async function stopPayout(
  context: AppContext,
  { niceId, operator }: { niceId: string; operator: string },
): Promise<void> {
  await requireUnknownOutside(context, niceId);
  await context.db.transaction().execute(async (trx) => {
    const { payout } = await stopBlockedPayout(trx, niceId);
    const { payoutId } = payout;
    await recordAndLog(context, trx, { operator, action: 'payout_stopped', subject: niceId, details: { payoutId } });
  });
}

/**
 * Credits the money of a blocked payout to its client's balance; the order ends as refunded.
 *
 * @throws OperatorFault; ProviderError while the outside cannot be reached
 */
export async function creditPayoutToBalance(
  context: AppContext,
  { niceId, operator }: { niceId: string; operator: string },
): Promise<string | undefined> {
  await requireUnknownOutside(context, niceId);
  await requireUnsent(context, niceId);
  return context.db.transaction().execute(async (trx) => {
    const asked = await askFirst(context, trx, { operator, command: 'to-balance', niceId });
    if (asked !== undefined) return asked;
    const { order, payout } = await stopBlockedPayout(trx, niceId);
    const { payoutId, amount, currency } = payout;
    requirePromisedReturn(order, payout);
    await refundPayout(context, trx, order, { sourceKey: `blocked_payout:${payoutId}`, amount, currency });
    await clearAlarm(context, trx, 'payout_failed', order.orderId);
    await recordAndLog(context, trx, { operator, action: 'payout_to_balance', subject: niceId, details: { payoutId } });
    return undefined;
  });
}

/**
 * Sends a refused payout to its card once more, under a new key. A payout that was not sent and waited for a person is
 * allowed. The bank or the acquirer is queried first: what it has made already, its sender finds and books.
 *
 * @throws OperatorFault; ProviderError while the bank or the acquirer cannot be reached
 */
export async function retryPayout(
  context: AppContext,
  { niceId, operator }: { niceId: string; operator: string },
): Promise<string | undefined> {
  const outside = await listOutside(context, niceId);
  return context.db.transaction().execute(async (trx) => {
    const { order, payout } = await lockBlockedPayout(trx, niceId);
    const { orderId } = order;
    const difference = describeOther(niceId, outside, payout);
    if (difference !== undefined) throw new OperatorFault(difference);
    // What has left is booked, also where its payment was taken back.
    if (outside.length === 0 && (await readLost(trx, order)) > 0n)
      throw new OperatorFault(`The payment for ${niceId} was taken back. Use to-balance: it is held there.`);
    const asked = await askFirst(context, trx, { operator, command: 'retry', niceId });
    if (asked !== undefined) return asked;
    if (payout.status === 'held' || outside.length > 0) return allowPayout(context, trx, payout, operator);
    if (payout.method !== 'card')
      throw new OperatorFault(
        'What a chain or the bank has refused is not sent again. Use to-balance, or pay it yourself and use by-hand.',
      );
    const payoutId = await planAgain(context, trx, payout.payoutId);
    if (payoutId === undefined)
      throw new OperatorFault(
        'The card was typed for this order only, and is good for one try. Use to-balance or by-hand.',
      );
    await clearAlarm(context, trx, 'payout_failed', orderId);
    const details = { before: payout.payoutId, payoutId };
    await recordAction(context, trx, { operator, action: 'payout_retried', subject: niceId, details });
    await context.jobs.enqueue(trx, sendCardPayoutJob, { orderId }, { singletonKey: orderId });
    return undefined;
  });
}

const sendJobs = { chain: buildPayoutJob, bank: sendBankPayoutJob, card: sendCardPayoutJob } as const;

async function allowPayout(
  context: AppContext,
  trx: Executor,
  { method, orderId, niceId, status }: BlockedPayout,
  operator: string,
): Promise<undefined> {
  const now = context.clock.now();
  const { numUpdatedRows } = await trx
    .updateTable(payoutTables[method])
    .set({ status: 'planned', allowedAt: now, updatedAt: now, holdReason: '' })
    .where('orderId', '=', orderId)
    .where('status', '=', status)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new OperatorFault(`The pay-out of the order ${niceId} waits for no person.`);
  await clearAlarm(context, trx, 'payout_failed', orderId);
  await recordAction(context, trx, { operator, action: 'payout_retried', subject: niceId });
  await context.jobs.enqueue(trx, sendJobs[method], { orderId }, { singletonKey: orderId });
}

/**
 * Marks a blocked payout as paid by a person, from money outside the books: what the order held is then the operator's.
 * What the bank or the acquirer has beside the payout of an order that waits for no person is booked as the operator's.
 *
 * @param proof what proves that it was paid, for example a transaction or the number of a transfer
 * @throws OperatorFault; ProviderError while the outside cannot be asked
 */
export async function settleByHand(
  context: AppContext,
  { niceId, operator, proof: typed }: { niceId: string; operator: string; proof: string },
): Promise<string | undefined> {
  const beside = await findBeside(context, niceId, typed);
  if (beside !== undefined) return bookBeside(context, beside, operator);
  const found = await requireElsewhere(context, niceId, typed);
  const { text: proof } = found;
  return context.db.transaction().execute(async (trx) => {
    await lockDecision(trx, proof);
    await requireProof(context, trx, niceId, found);
    const asked = await askFirst(context, trx, { operator, command: 'by-hand', niceId, proof });
    if (asked !== undefined) return asked;
    const { payout: blocked } = await lockBlockedPayout(trx, niceId);
    if (blocked.reason === 'overtaken') await failOvertaken(context, trx, blocked.payoutId);
    const { order, payout } = await stopBlockedPayout(trx, niceId);
    const { payoutId, amount, currency } = payout;
    const { orderId, status } = order;
    await postEntry(trx, context, {
      kind: 'payout_by_hand',
      reference: niceId,
      idempotencyKey: `payout_by_hand:${orderId}`,
      postings: [{ from: paths.order(niceId), to: paths.treasury, amount, currency }],
    });
    if (found.made !== undefined) await bookMade(context, trx, order, { ...found, made: found.made, operator });
    await addHistory(context, trx, { orderId, from: status, to: status, reason: 'payout_sent', actor: 'system' });
    await changeStatus(context, trx, { orderId, from: status, to: 'finished', actor: 'system' });
    await queueOrderEmail(context, trx, 'order-finished', order);
    await clearAlarm(context, trx, 'payout_failed', orderId);
    const details = { payoutId, proof };
    await recordAndLog(context, trx, { operator, action: 'payout_by_hand', subject: niceId, details });
    return undefined;
  });
}

/** Fails a payout whose coins or number what holds its chain has used, before a person settles its order by hand. */
async function failOvertaken(context: AppContext, trx: Executor, payoutId: string): Promise<void> {
  for (const hold of (await listHolds(trx)).filter(({ reason }) => reason === 'unknown_spend')) {
    await failConflicting(context, trx, hold, payoutId);
    const overtaken = await findOvertaken(context, trx, hold);
    if (overtaken?.payoutId === payoutId) await failOvertakenPayout(context, trx, overtaken, hold.subject);
  }
}
