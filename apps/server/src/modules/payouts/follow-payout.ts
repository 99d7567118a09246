import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { chainSettings, isChain, transactionLink } from '../../providers/chain-settings.ts';
import { clearAlarm } from '../alarms/clear-alarm.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { changeStatus } from '../lifecycle/change-status.ts';
import { queueOrderLetter } from '../lifecycle/queue-order-letter.ts';
import { lockOrder } from '../lifecycle/store.ts';
import { failPayout } from './fail-payout.ts';
import { findPayoutChain } from './find-payout-chain.ts';
import { followPause } from './follow-pause.ts';
import { followPayoutJob } from './jobs/follow-payout.ts';
import type { PayoutLook } from './payout-chain.ts';
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
  const { chain } = payout;
  if (!isChain(chain)) throw new Error(`There is no chain ${chain}.`);
  const method = findPayoutChain(chain);
  const look = await method.look(context, payout);
  const decision = decideFollow(payout, look.found?.confirmations, chainSettings(context.config, chain));
  await tellDanger(context, payout, decision);
  if (decision.isRebroadcast) await sendPayout(context, payout);
  else if (decision.confirmations === 0) await method.hurry(context, payout);
  await context.db.transaction().execute((trx) => note(context, trx, payout, decision, look));
}

async function note(
  context: AppContext,
  trx: Executor,
  payout: PayoutRow,
  { status, confirmations }: FollowDecision,
  { found, note: noteChain }: PayoutLook,
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
  await noteChain(trx);
  if (found?.isFailed === true && status === 'settled') return failPayout(context, trx, payout, found.txid);
  // A reorganisation can still carry out what failed: until it cannot nobody decides.
  if (found?.isFailed !== true && status !== 'broadcast' && order.status === 'processing') {
    await changeStatus(context, trx, { orderId, from: 'processing', to: 'finished', actor: 'system' });
    await queueOrderLetter(context, trx, 'order-finished', order, {
      transactionLink: transactionLink(context.config, chain, found?.txid ?? payout.txid ?? ''),
    });
  }
  if (status === 'settled') return;
  const startAfter = followPause(context, chain);
  await context.jobs.enqueue(trx, followPayoutJob, { orderId }, { startAfter, singletonKey: orderId });
}

async function tellDanger(
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
