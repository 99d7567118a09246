import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/post-entry.ts';
import { transactionLink } from '../../providers/chain-settings.ts';
import { addHistory } from '../lifecycle/add-history.ts';
import { queueOrderLetter } from '../lifecycle/queue-order-letter.ts';
import { lockOrder } from '../lifecycle/store.ts';
import { findPayoutChain } from './find-payout-chain.ts';
import { followPause } from './follow-pause.ts';
import { followPayoutJob } from './jobs/follow-payout.ts';
import { sendPayout } from './send-payout.ts';
import { bytesOf, findPayout, type PayoutRow } from './store.ts';

/** Sends a signed pay-out and writes into the ledger, once, that the coins have left. */
export async function broadcastPayout(context: AppContext, orderId: string): Promise<void> {
  const payout = await findPayout(context.db, orderId);
  if (payout?.status !== 'signed') return;
  await sendPayout(context, payout);
  await context.db.transaction().execute((trx) => noteSent(context, trx, payout));
}

async function noteSent(context: AppContext, trx: Executor, payout: PayoutRow): Promise<void> {
  const { orderId, payoutId, amount, chain, currency } = payout;
  const order = await lockOrder(trx, orderId);
  if (!(await markBroadcast(context, trx, payoutId))) return;
  const method = findPayoutChain(chain);
  await postEntry(trx, context, {
    kind: 'chain_payout',
    reference: order.niceId,
    idempotencyKey: `payout:${payoutId}`,
    postings: [
      { from: paths.order(order.niceId), to: paths.worldChain(chain), amount, currency },
      ...method.feePostings(payout),
    ],
  });
  await method.noteSent(context, trx, payout);
  const { status } = order;
  await addHistory(context, trx, { orderId, from: status, to: status, reason: 'payout_sent', actor: 'system' });
  await queueOrderLetter(context, trx, 'order-sent', order, {
    transactionLink: transactionLink(context.config, chain, bytesOf(payout).txid),
  });
  const startAfter = followPause(context, chain);
  await context.jobs.enqueue(trx, followPayoutJob, { orderId }, { startAfter, singletonKey: orderId });
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
