import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/post-entry.ts';
import { addHistory } from '../lifecycle/add-history.ts';
import { queueOrderLetter } from '../lifecycle/queue-order-letter.ts';
import { lockOrder } from '../lifecycle/store.ts';
import { followPause } from './follow-pause.ts';
import { followPayoutJob } from './jobs/follow-payout.ts';
import { sendPayout } from './send-payout.ts';
import { findPayout } from './store.ts';

/** Sends a signed pay-out and writes into the ledger, once, that the coins have left. */
export async function broadcastPayout(context: AppContext, orderId: string): Promise<void> {
  const payout = await findPayout(context.db, orderId);
  if (payout?.status !== 'signed') return;
  const { payoutId, txid, rawTransaction, fee, amount, chain, currency } = payout;
  if (txid === null || rawTransaction === null || fee === null)
    throw new Error(`The pay-out of order ${orderId} is signed but has no bytes.`);
  await sendPayout(context, { orderId, txid, rawTransaction });
  await context.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (!(await markBroadcast(context, trx, payoutId))) return;
    const world = paths.worldChain(chain);
    await postEntry(trx, context, {
      kind: 'chain_payout',
      reference: order.niceId,
      idempotencyKey: `payout:${payoutId}`,
      postings: [
        { from: paths.order(order.niceId), to: world, amount, currency },
        { from: paths.networkExpense, to: world, amount: fee, currency },
      ],
    });
    await trx
      .updateTable('walletOutputs')
      .set({ isSpendable: true })
      .where('chain', '=', chain)
      .where('txid', '=', txid)
      .where('origin', '=', 'change')
      .execute();
    await addHistory(context, trx, {
      orderId,
      from: order.status,
      to: order.status,
      reason: 'payout_sent',
      actor: 'system',
    });
    await queueOrderLetter(context, trx, 'order-sent', order, {
      transactionLink: context.config.TRANSACTION_LINK.replace('{txid}', txid),
    });
    const startAfter = followPause(context);
    await context.jobs.enqueue(trx, followPayoutJob, { orderId }, { startAfter, singletonKey: orderId });
  });
}

async function markBroadcast({ clock }: AppContext, trx: Executor, payoutId: string): Promise<boolean> {
  const now = clock.now();
  const marked = await trx
    .updateTable('payouts')
    .set({ status: 'broadcast', confirmations: 0, broadcastAt: now, updatedAt: now })
    .where('payoutId', '=', payoutId)
    .where('status', '=', 'signed')
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}
