import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/entry.ts';
import { payoutPostings } from '../../ledger/payout-postings.ts';
import type { AcquirerPayout } from '../../providers/acquirer/port.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { addHistory, changeStatus, queueOrderEmail } from '../order-lifecycle/change-status.ts';
import { type OrderRow, lockOrder } from '../order-lifecycle/store.ts';
import { countOutflow } from '../payout-holds/count-outflow.ts';
import { sendCardPayoutJob } from './jobs.ts';
import { type CardPayoutRow, failCardPayout, lockCardPayout, sendBack } from './store.ts';
import { listPaidCard } from '../cards/keep-card.ts';

const lookAgainMs = 5000;

/**
 * Applies the acquirer's status of a payout: the ledger is posted and the order finished once, when it is paid. What
 * comes back after that is on its client's balance. One of another order, or in another currency, changes nothing, and
 * is asked for again.
 *
 * @param seen the payout before the acquirer was asked: an answer from before it changed says nothing of it now
 */
export async function applyCardPayout(
  context: AppContext,
  asked: Pick<CardPayoutRow, 'orderId' | 'payoutId'>,
  outside: AcquirerPayout,
  seen?: CardPayoutRow,
): Promise<void> {
  const { orderId } = asked;
  const applied = await context.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId);
    const payout = await lockCardPayout(trx, orderId);
    if (seen !== undefined && !isUnchanged(payout, seen)) return 'old';
    const paid = readPaid(order, payout, outside);
    if (paid === undefined) return 'other';
    if (outside.status === 'failed' && payout.status !== 'paid') return 'failed';
    const report = { order, payout, outside, paid };
    if (outside.status === 'pending') await wait(context, trx, report);
    else await finish(context, trx, report);
    if (outside.status === 'failed' || outside.status === 'returned')
      await sendBack(context, trx, order, { payoutId: payout.payoutId, reason: outside.failureReason });
    return paid === payout.amount ? 'wanted' : 'other';
  });
  if (applied === 'failed') return failCardPayout(context, asked, outside.failureReason);
  if (applied === 'wanted') await clearAlarm(context, context.db, 'payout_failed', orderId);
  else if (applied !== 'old')
    await raiseAlarm(context, context.db, { kind: 'payout_conflict', subject: orderId, details: { id: outside.id } });
}

export const isUnchanged = (now: CardPayoutRow, seen: CardPayoutRow): boolean =>
  now.updatedAt.getTime() === seen.updatedAt.getTime();

interface PayoutReport {
  order: OrderRow;
  payout: CardPayoutRow;
  outside: AcquirerPayout;
  paid: bigint;
}

/**
 * What the acquirer pays for this order, which is another amount where a restore has removed the payout; `undefined`
 * for another order's.
 */
function readPaid({ niceId }: OrderRow, { currency }: CardPayoutRow, outside: AcquirerPayout): bigint | undefined {
  if (outside.reference !== niceId || outside.currency !== currency) return undefined;
  return parseAmount(outside.amount, findCurrency(currency)?.precision ?? 2);
}

async function wait(context: AppContext, trx: Executor, { order, payout, outside }: PayoutReport): Promise<void> {
  const { orderId, status } = order;
  if (payout.status !== 'sending' && payout.status !== 'pending') return;
  const now = context.clock.now();
  await trx
    .updateTable('cardPayouts')
    .set({ status: 'pending', acquirerPayoutId: outside.id, updatedAt: now })
    .where('payoutId', '=', payout.payoutId)
    .execute();
  if (payout.status === 'sending')
    await addHistory(context, trx, { orderId, from: status, to: status, reason: 'payout_sent', actor: 'system' });
  const startAfter = new Date(now.getTime() + lookAgainMs);
  await context.jobs.enqueue(trx, sendCardPayoutJob, { orderId }, { startAfter, singletonKey: orderId });
}

async function finish(
  context: AppContext,
  trx: Executor,
  { order, payout, outside, paid }: PayoutReport,
): Promise<void> {
  const { orderId, niceId, status } = order;
  const { payoutId, acquirer, amount: planned, currency } = payout;
  if (payout.status === 'paid' || payout.status === 'returned') return;
  const now = context.clock.now();
  // One that the acquirer had refused before has left after all.
  const countedCents =
    payout.status === 'failed'
      ? await countOutflow(context, trx, 'card', { ...payout, wallet: acquirer, allowedAt: now })
      : payout.countedCents;
  await trx
    .updateTable('cardPayouts')
    .set({ status: 'paid', amount: paid, acquirerPayoutId: outside.id, failureReason: '', countedCents })
    .set({ paidAt: now, updatedAt: now })
    .where('payoutId', '=', payoutId)
    .execute();
  await postEntry(trx, context, {
    kind: 'card_payout',
    reference: niceId,
    idempotencyKey: `card_payout:${payoutId}`,
    postings: payoutPostings(niceId, paths.worldCard(acquirer), { planned, paid, currency }),
  });
  if (payout.status !== 'pending')
    await addHistory(context, trx, { orderId, from: status, to: status, reason: 'payout_sent', actor: 'system' });
  if (status === 'processing' && outside.status === 'paid') {
    await changeStatus(context, trx, { orderId, from: status, to: 'finished', actor: 'system' });
    await queueOrderEmail(context, trx, 'order-finished', order);
  }
  await listPaidCard(context, trx, payout, outside.keptToken);
}
