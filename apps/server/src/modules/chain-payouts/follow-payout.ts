import { isFinalStatus } from '@causeway/domain/orders/order-status';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { chainSettings, isChain, transactionLink } from '../../providers/chain-settings.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { changeStatus } from '../order-lifecycle/change-status.ts';
import { queueOrderEmail } from '../order-lifecycle/queue-order-email.ts';
import { refundPayout } from '../order-lifecycle/insert-refund.ts';
import { type OrderRow, lockOrder } from '../order-lifecycle/store.ts';
import { findPayoutChain } from './account-chain.ts';
import { followPause, sendPayout } from './broadcast-payout.ts';
import { followPayoutJob } from './jobs.ts';
import type { PayoutLook } from './payout-chain.ts';
import { type PayoutRow, findPayout } from './store.ts';
import { readEntry, reverseEntry } from '../../ledger/entry.ts';

/**
 * Polls a sent payout in the chain. Enough confirmations finish the order; a transaction that a reorganisation removed
 * is sent again, byte for byte. Queues the next poll until the payout is settled.
 */
export async function followPayout(context: AppContext, orderId: string): Promise<void> {
  const payout = await findPayout(context.db, orderId);
  if (payout === undefined || (payout.status !== 'broadcast' && payout.status !== 'confirmed')) return;
  const { chain } = payout;
  if (!isChain(chain)) throw new Error(`There is no chain ${chain}.`);
  const method = findPayoutChain(chain);
  const look = await method.look(context, payout);
  const decision = decideFollow(payout, look.found?.confirmations, chainSettings(context.config, chain));
  await alarmDanger(context, payout, decision);
  if (decision.isRebroadcast) await sendPayout(context, payout);
  else if (decision.confirmations === 0) await method.hurry(context, payout);
  await context.db.transaction().execute((trx) => record(context, trx, payout, decision, look));
}

async function record(
  context: AppContext,
  trx: Executor,
  payout: PayoutRow,
  { status, confirmations }: FollowDecision,
  { found, record: recordOnChain }: PayoutLook,
): Promise<void> {
  const { orderId, payoutId, confirmedAt, chain } = payout;
  const order = await lockOrder(trx, orderId);
  const now = context.clock.now();
  const marked = await trx
    .updateTable('payouts')
    .set({
      status,
      confirmations,
      ...(found !== undefined && { txid: found.txid }),
      blockHash: found?.blockHash ?? '',
      updatedAt: now,
      ...(status !== 'broadcast' && { confirmedAt: confirmedAt ?? now }),
    })
    .where('payoutId', '=', payoutId)
    .where('status', 'in', ['broadcast', 'confirmed'])
    .executeTakeFirst();
  if (marked.numUpdatedRows !== 1n) return;
  await recordOnChain(trx);
  if (found?.isFailed === true && status === 'settled')
    return failPayout(context, trx, { order, payout, txid: found.txid });
  // A reorganisation can still carry out a failed one: until it cannot, nothing is decided.
  if (found?.isFailed !== true && status !== 'broadcast' && order.status === 'processing') {
    await changeStatus(context, trx, { orderId, from: 'processing', to: 'finished', actor: 'system' });
    await queueOrderEmail(context, trx, 'order-finished', order, {
      transactionLink: transactionLink(context.config, chain, found?.txid ?? payout.txid ?? ''),
    });
  }
  if (status === 'settled') return;
  const startAfter = followPause(context, chain);
  await context.jobs.enqueue(trx, followPayoutJob, { orderId }, { startAfter, singletonKey: orderId });
}

async function alarmDanger(
  context: AppContext,
  { orderId, txid }: PayoutRow,
  { isEndangered, confirmations, status }: FollowDecision,
): Promise<void> {
  if (isEndangered)
    await raiseAlarm(context, context.db, {
      kind: 'payout_reorganised',
      subject: orderId,
      details: { txid: txid ?? '', confirmations },
    });
  else if (status !== 'broadcast') await clearAlarm(context, context.db, 'payout_reorganised', orderId);
}

/** The next step of a sent payout after a poll of the chain. */
interface FollowDecision {
  status: 'broadcast' | 'confirmed' | 'settled';
  confirmations: number;
  /** The network has forgotten the transaction: the same bytes must be sent again. */
  isRebroadcast: boolean;
  /** A finished order's coins are no longer safely in the chain. */
  isEndangered: boolean;
}

/**
 * @param found confirmations that the node reports, `undefined` when it does not know the transaction
 * @param needed confirmations that finish an order, and after which it is no longer followed
 */
export function decideFollow(
  before: { status: string },
  found: number | undefined,
  needed: { payoutConfirmations: number; settledConfirmations: number },
): FollowDecision {
  const confirmations = found ?? 0;
  const wasConfirmed = before.status === 'confirmed' || before.status === 'settled';
  const isSettled = confirmations >= needed.settledConfirmations;
  const isConfirmed = wasConfirmed || confirmations >= needed.payoutConfirmations;
  return {
    status: isSettled ? 'settled' : isConfirmed ? 'confirmed' : 'broadcast',
    confirmations,
    isRebroadcast: found === undefined,
    isEndangered: wasConfirmed && confirmations < needed.payoutConfirmations,
  };
}

/**
 * The chain took the transaction and carried nothing out, deep enough to be final: the order holds its coins again, and
 * a person must decide. An order that had finished before a reorganisation undid it credits them to the balance.
 * Nothing is sent a second time automatically.
 */
async function failPayout(
  context: AppContext,
  trx: Executor,
  { order, payout, txid }: { order: OrderRow; payout: PayoutRow; txid: string },
): Promise<void> {
  const { payoutId, orderId, amount, currency } = payout;
  const sent = await readEntry(trx, { idempotencyKey: `payout:${payoutId}` });
  if (sent === undefined) throw new Error(`The pay-out of order ${orderId} was sent without an entry.`);
  await reverseEntry(trx, context, sent.entryId);
  await trx
    .updateTable('payouts')
    .set({ status: 'failed', updatedAt: context.clock.now() })
    .where('payoutId', '=', payoutId)
    .execute();
  if (isFinalStatus(order.status)) {
    await refundPayout(context, trx, order, { sourceKey: `failed_payout:${payoutId}`, amount, currency });
    return raiseAlarm(context, trx, { kind: 'payout_returned', subject: order.niceId, details: { txid } });
  }
  await raiseAlarm(context, trx, {
    kind: 'payout_failed',
    subject: orderId,
    details: { txid, reason: 'the chain carried nothing out' },
  });
}
