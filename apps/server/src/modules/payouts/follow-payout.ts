import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { clearAlarm } from '../alarms/clear-alarm.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { changeStatus } from '../lifecycle/change-status.ts';
import { queueOrderLetter } from '../lifecycle/queue-order-letter.ts';
import { lockOrder } from '../lifecycle/store.ts';
import { followPause } from './follow-pause.ts';
import { followPayoutJob } from './jobs/follow-payout.ts';
import { decideFollow, type FollowDecision } from './rules.ts';
import { sendPayout } from './send-payout.ts';
import { findPayout, type PayoutRow } from './store.ts';

/**
 * Looks where a sent pay-out stands in the chain. Enough confirmations finish the order; a transaction that a
 * reorganisation threw out is sent again, byte for byte. Queues the next look until the pay-out is settled.
 */
export async function followPayout(context: AppContext, orderId: string): Promise<void> {
  const payout = await findPayout(context.db, orderId);
  if (payout === undefined || (payout.status !== 'broadcast' && payout.status !== 'confirmed')) return;
  const { txid, rawTransaction } = payout;
  if (txid === null || rawTransaction === null) throw new Error(`The pay-out of order ${orderId} has no bytes.`);
  const found = await context.providers.bitcoin.getTransaction(txid);
  const decision = decideFollow(payout, found?.confirmations, context.config.PAYOUT_CONFIRMATIONS);
  await tellDanger(context, orderId, txid, decision);
  if (decision.isRebroadcast) await sendPayout(context, { orderId, txid, rawTransaction });
  await context.db.transaction().execute((trx) => note(context, trx, payout, decision, found?.blockHash ?? ''));
}

async function note(
  context: AppContext,
  trx: Executor,
  { orderId, payoutId, txid, confirmedAt }: PayoutRow,
  { status, confirmations }: FollowDecision,
  blockHash: string,
): Promise<void> {
  const order = await lockOrder(trx, orderId);
  const now = context.clock.now();
  await trx
    .updateTable('payouts')
    .set({
      status,
      confirmations,
      blockHash,
      updatedAt: now,
      ...(status !== 'broadcast' && { confirmedAt: confirmedAt ?? now }),
    })
    .where('payoutId', '=', payoutId)
    .where('status', 'in', ['broadcast', 'confirmed'])
    .execute();
  if (status !== 'broadcast' && order.status === 'processing') {
    await changeStatus(context, trx, { orderId, from: 'processing', to: 'finished', actor: 'system' });
    await queueOrderLetter(context, trx, 'order-finished', order, {
      transactionLink: context.config.TRANSACTION_LINK.replace('{txid}', txid ?? ''),
    });
  }
  if (status === 'settled') return;
  const startAfter = followPause(context);
  await context.jobs.enqueue(trx, followPayoutJob, { orderId }, { startAfter, singletonKey: orderId });
}

async function tellDanger(
  context: AppContext,
  orderId: string,
  txid: string,
  { isEndangered, confirmations, status }: FollowDecision,
): Promise<void> {
  if (isEndangered)
    await raiseAlarm(context, context.db, {
      kind: 'payout_reorganised',
      subject: orderId,
      details: { txid, confirmations },
    });
  else if (status !== 'broadcast') await clearAlarm(context, context.db, 'payout_reorganised', orderId);
}
