import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { changeStatus, queueOrderEmail, addHistory } from '../order-lifecycle/change-status.ts';
import { lockOrder } from '../order-lifecycle/store.ts';
import { type BankPayoutRow, bookSentBack, findBankPayout, movePayout, readPaid } from './store.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/entry.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { refundPayout } from '../order-lifecycle/refund-payout.ts';
import { followBankPayoutJob } from './jobs.ts';
import { uncountOutflow } from '../payout-holds/count-outflow.ts';
import { requirePromisedReturn } from '../promises/require-promised-price.ts';
import { payoutPostings } from '../../ledger/payout-postings.ts';
import type { BankPayout } from '../../providers/bank/port.ts';

/** Milliseconds between polls of a payout: the simulated bank settles in seconds, a real one sends webhooks. */
const pauses = { sandbox: 2000, live: 300_000 } as const;

/** When a sent payout is polled next. */
export function followPause({ clock, config }: Pick<AppContext, 'clock' | 'config'>): Date {
  return new Date(clock.now().getTime() + pauses[config.ENVIRONMENT]);
}

/**
 * Asks the bank for the status of a sent payout. Settled finishes the order; one that came back, even afterwards, is
 * credited to the client's balance.
 *
 * @throws ProviderError
 */
export async function followBankPayout(context: AppContext, orderId: string): Promise<void> {
  const payout = await findBankPayout(context.db, orderId);
  if (payout === undefined || payout.outsideId === null) return;
  if (payout.status !== 'sent' && payout.status !== 'settled') return;
  const outside = await context.providers.bank.getPayout(payout.outsideId);
  const { id, status } = outside;
  // It is polled on, until the bank names it as it was sent.
  if (readPaid(payout, outside) !== payout.amount)
    return raiseAlarm(context, context.db, { kind: 'payout_conflict', subject: orderId, details: { id } });
  await context.db.transaction().execute(async (trx) => {
    if (status === 'returned') await returnPayout(context, trx, payout, 'returned');
    if (status === 'settled' && payout.status === 'sent') await finish(context, trx, payout);
  });
}

async function finish(context: AppContext, trx: Executor, payout: BankPayoutRow): Promise<void> {
  const { orderId } = payout;
  const order = await lockOrder(trx, orderId);
  if (!(await movePayout(trx, payout, { status: 'settled', updatedAt: context.clock.now() }))) return;
  await changeStatus(context, trx, { orderId, from: order.status, to: 'finished', actor: 'system' });
  await queueOrderEmail(context, trx, 'order-finished', order);
}

/**
 * A payout that the bank refused or that came back: its money is credited to the client's balance, once, with an alarm.
 * A finished order stays finished.
 */
export async function returnPayout(
  context: AppContext,
  trx: Executor,
  payout: BankPayoutRow,
  outcome: 'failed' | 'returned',
): Promise<void> {
  const { payoutId, orderId, bank, amount, currency } = payout;
  const order = await lockOrder(trx, orderId);
  const { niceId } = order;
  if (!(await movePayout(trx, payout, { status: outcome, updatedAt: context.clock.now() }))) return;
  const back = { sourceKey: `bank_payout:${payoutId}`, amount, currency };
  const entry = { kind: 'bank_payout_return', idempotencyKey: `bank_payout_return:${payoutId}` };
  const from = paths.worldBank(bank);
  if (outcome === 'returned') await bookSentBack(context, trx, order, { ...entry, ...back, from });
  else {
    await uncountOutflow(trx, 'bank', payoutId);
    requirePromisedReturn(order, payout);
    await refundPayout(context, trx, order, back);
  }
  await raiseAlarm(context, trx, { kind: 'payout_returned', subject: niceId, details: { outcome } });
}

export async function watchBankPayout(context: AppContext, { orderId }: { orderId: string }): Promise<void> {
  await followBankPayout(context, orderId);
  if ((await findBankPayout(context.db, orderId))?.status !== 'sent') return;
  const startAfter = followPause(context);
  await context.jobs.enqueue(context.db, followBankPayoutJob, { orderId }, { startAfter, singletonKey: orderId });
}

export async function markPayoutSent(
  context: AppContext,
  trx: Executor,
  payout: BankPayoutRow,
  outside: BankPayout,
): Promise<void> {
  const { orderId, payoutId, bank, amount: planned, currency } = payout;
  const paid = readPaid(payout, outside);
  if (paid === undefined || paid <= 0n)
    throw new Error(`The bank paid ${outside.amount} ${outside.currency} for a pay-out in ${currency}.`);
  const order = await lockOrder(trx, orderId);
  const { niceId, status } = order;
  if (
    !(await movePayout(trx, payout, {
      status: 'sent',
      outsideId: outside.id,
      amount: paid,
      updatedAt: context.clock.now(),
    }))
  )
    return;
  await postEntry(trx, context, {
    kind: 'bank_payout',
    reference: niceId,
    idempotencyKey: `bank_payout:${payoutId}`,
    postings: payoutPostings(niceId, paths.worldBank(bank), { planned, paid, currency }),
  });
  if (paid !== planned)
    await raiseAlarm(context, trx, { kind: 'payout_conflict', subject: orderId, details: { id: outside.id } });
  await addHistory(context, trx, { orderId, from: status, to: status, reason: 'payout_sent', actor: 'system' });
  await queueOrderEmail(context, trx, 'order-sent', order);
  const startAfter = followPause(context);
  await context.jobs.enqueue(trx, followBankPayoutJob, { orderId }, { startAfter, singletonKey: orderId });
}
