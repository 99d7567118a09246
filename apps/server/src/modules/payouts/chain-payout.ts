import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { AppContext } from '../../context.ts';
import { chainSettings, isChain, transactionLink } from '../../providers/chain-settings.ts';
import { checkDestination } from '../addresses/check-destination.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import type { PayoutMethod } from '../lifecycle/payout-method.ts';
import { planPayout } from './plan-payout.ts';
import { stopPayout } from './stop-payout.ts';
import { findPayout } from './store.ts';

/** Pays out on a chain. */
export const chainPayout: PayoutMethod = {
  checkDestination,
  plan: planPayout,
  stop: stopPayout,
  tell,
};

async function tell({ config, db }: AppContext, order: OrderRow) {
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
