import type { AppContext } from '../../context.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { findPayoutChain } from './account-chain.ts';
import type { PayoutChain } from './payout-chain.ts';
import { type PayoutRow, bytesOf, findPayout, payoutKey } from './store.ts';
import { isChain } from '../../config/config-chains.ts';
import { chainSettings, transactionLink } from '../../providers/chain-settings.ts';
import { type Executor, requireRightClock } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/entry.ts';
import { addHistory, queueOrderEmail } from '../order-lifecycle/change-status.ts';
import { lockOrder } from '../order-lifecycle/store.ts';
import { followPayoutJob } from './jobs.ts';

/**
 * Sends the stored bytes of a payout; only the same bytes are ever sent again. A process whose clock is off sends none,
 * as it could not book that they have left.
 *
 * @returns `transfer` when its coins leave with them; they do not while its number is freed
 * @throws ProviderError when the network does not have the transaction; WrongClock
 */
export async function sendPayout(context: AppContext, payout: PayoutRow): ReturnType<PayoutChain['send']> {
  const { orderId, chain } = payout;
  await requireRightClock(context.db);
  try {
    const sent = await findPayoutChain(chain).send(context, payout);
    if (sent !== 'transfer') return sent;
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'refused')
      await raiseAlarm(context, context.db, {
        kind: error.code === 'conflict' ? 'payout_conflict' : 'payout_failed',
        subject: orderId,
        details: { txid: bytesOf(payout).txid, reason: error.message },
      });
    throw error;
  }
  await clearAlarm(context, context.db, ['payout_conflict', 'payout_failed'], orderId);
  return 'transfer';
}

/** When a sent payout is polled next. */
export function followPause({ clock, config }: Pick<AppContext, 'clock' | 'config'>, chain: string): Date {
  if (!isChain(chain)) throw new Error(`There is no chain ${chain}.`);
  return new Date(clock.now().getTime() + chainSettings(config, chain).lookMs);
}

/** Sends a signed payout and books once that the coins have left. */
export async function broadcastPayout(context: AppContext, orderId: string): Promise<void> {
  const payout = await findPayout(context.db, orderId);
  if (payout?.status !== 'signed') return;
  const sent = await sendPayout(context, payout);
  if (sent === 'replaced') return broadcastPayout(context, orderId);
  const isMarked = await context.db
    .transaction()
    .execute((trx) => (sent === 'transfer' ? markPayoutSent(context, trx, payout) : markFreeing(context, trx, payout)));
  // Another worker has stored other bytes meanwhile, or has marked these.
  if (!isMarked) await broadcastPayout(context, orderId);
}

/** Its number or its coins are freed for other payouts, and until that is final nothing is sent for it. */
async function markFreeing(context: AppContext, trx: Executor, payout: PayoutRow): Promise<boolean> {
  const { payoutId, orderId, chain } = payout;
  const marked = await trx
    .updateTable('payouts')
    .set({ status: 'freeing', updatedAt: context.clock.now() })
    .where('payoutId', '=', payoutId)
    .where('status', '=', 'signed')
    .where('txid', '=', bytesOf(payout).txid)
    .executeTakeFirst();
  if (marked.numUpdatedRows !== 1n) return false;
  await findPayoutChain(chain).markFreeing(context, trx, payout);
  const startAfter = followPause(context, chain);
  await context.jobs.enqueue(trx, followPayoutJob, { orderId }, { startAfter, singletonKey: orderId });
  return true;
}

/** Books once that the coins have left with these bytes; the caller's transaction. @returns whether they have now */
export async function markPayoutSent(context: AppContext, trx: Executor, payout: PayoutRow): Promise<boolean> {
  const { orderId, amount, chain, currency, sending } = payout;
  const order = await lockOrder(trx, orderId);
  if (!(await markBroadcast(context, trx, payout))) return false;
  const method = findPayoutChain(chain);
  await postEntry(trx, context, {
    kind: 'chain_payout',
    reference: order.niceId,
    idempotencyKey: payoutKey(payout),
    postings: [
      { from: paths.order(order.niceId), to: paths.worldChain(chain), amount, currency },
      ...method.feePostings(payout),
    ],
  });
  await method.markPayoutSent(context, trx, payout);
  const { status } = order;
  await addHistory(context, trx, { orderId, from: status, to: status, reason: 'payout_sent', actor: 'system' });
  await queueOrderEmail(context, trx, 'order-sent', order, {
    transactionLink: transactionLink(context.config, chain, bytesOf(payout).txid),
    ...(sending > 1 && { happening: String(sending) }),
  });
  const startAfter = followPause(context, chain);
  await context.jobs.enqueue(trx, followPayoutJob, { orderId }, { startAfter, singletonKey: orderId });
  return true;
}

async function markBroadcast({ clock }: AppContext, trx: Executor, payout: PayoutRow): Promise<boolean> {
  const now = clock.now();
  const marked = await trx
    .updateTable('payouts')
    .set({ status: 'broadcast', confirmations: 0, broadcastAt: now, updatedAt: now })
    .where('payoutId', '=', payout.payoutId)
    .where('status', 'in', ['signed', 'freeing'])
    .where('txid', '=', bytesOf(payout).txid)
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}
