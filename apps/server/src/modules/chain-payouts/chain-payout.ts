import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { AppContext } from '../../context.ts';
import { isChain } from '../../config/config-chains.ts';
import { chainSettings, transactionLink } from '../../providers/chain-settings.ts';
import { checkDestination } from '../addresses/check-destination.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import type { PayoutMethod } from '../order-lifecycle/payout-method.ts';
import { findPayout } from './store.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { buildPayoutJob } from './jobs.ts';
import { clearAlarm } from '../alarms/raise-alarm.ts';
import { agreeWithChain, isHeld } from '../chain-wallets/agree-with-chain.ts';

/** Pays out on a chain. */
export const chainPayout: PayoutMethod = {
  checkDestination,
  plan: planPayout,
  stop: stopPayout,
  isUnsent,
  // What the wallet has sent and the books do not know holds the chain.
  isUnknownOutside: (context, { payoutGroup }) => agreeWithChain(context, payoutGroup),
  view,
};

async function view({ config, db }: AppContext, order: OrderRow) {
  const { orderId, destinationAddress, destinationTag, destinationDetails, payoutGroup } = order;
  const payout = isBeforeMoney(order.status) ? undefined : await findPayout(db, orderId);
  const txid = payout === undefined || payout.broadcastAt === null ? '' : (payout.txid ?? '');
  const { memoId, memoType, memoValue } = destinationDetails;
  return {
    dstAddress: destinationAddress,
    dstTag: destinationTag,
    memoId,
    memoType,
    memoValue,
    txid,
    txLink: transactionLink(config, payoutGroup, txid),
    payoutConfirmations: payout?.confirmations ?? -1,
    payoutConfirmationsNeeded: isChain(payoutGroup) ? chainSettings(config, payoutGroup).payoutConfirmations : 0,
  };
}

/**
 * Records in the caller's transaction that an order is to be paid out, and queues the work. One payout per order, for
 * ever.
 */
async function planPayout(
  context: AppContext,
  trx: Executor,
  order: Pick<OrderRow, 'orderId' | 'payoutCurrency' | 'payoutGroup' | 'destinationAddress'>,
  amount: bigint,
): Promise<void> {
  const now = context.clock.now();
  await trx
    .insertInto('payouts')
    .values({
      payoutId: newUuid(context),
      orderId: order.orderId,
      chain: order.payoutGroup,
      currency: order.payoutCurrency,
      address: order.destinationAddress,
      amount,
      status: 'planned',
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  await context.jobs.enqueue(trx, buildPayoutJob, { orderId: order.orderId }, { singletonKey: order.orderId });
}

/**
 * Stops a payout of which nothing was signed yet, also one that waits for a person, but none that a person has stopped,
 * who may be paying it by hand. @returns whether it was stopped
 */
async function stopPayout(context: AppContext, trx: Executor, orderId: string): Promise<boolean> {
  const stopped = await trx
    .updateTable('payouts')
    .set({ status: 'stopped', updatedAt: context.clock.now() })
    .where('orderId', '=', orderId)
    .where('status', 'in', ['planned', 'held'])
    .where('txid', 'is', null)
    .executeTakeFirst();
  if (stopped.numUpdatedRows !== 1n) return false;
  await clearAlarm(context, trx, 'payout_failed', orderId);
  return true;
}

async function isUnsent(executor: Executor, orderId: string): Promise<boolean> {
  const payout = await findPayout(executor, orderId);
  if (payout === undefined || payout.txid !== null) return false;
  return (payout.status === 'planned' || payout.status === 'held') && !(await isHeld(executor, payout.chain));
}
