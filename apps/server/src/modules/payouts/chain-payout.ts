import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { checkAddress } from '../../providers/bitcoin/addresses.ts';
import { destinationDetails } from '../lifecycle/destination.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import type { PayoutMethod } from '../lifecycle/payout-method.ts';
import { planPayout } from './plan-payout.ts';
import { stopPayout } from './stop-payout.ts';
import { findPayout } from './store.ts';

/** Pays out on a chain. */
export const chainPayout: PayoutMethod = {
  checkDestination: async ({ config }, { request }) => {
    const text = request.dstAddress?.trim() ?? '';
    if (text === '') throw new Refusal({ code: 'REQUIRED', field: 'dst_address' });
    const checked = checkAddress(text, config.BITCOIN_NETWORK);
    if (checked.isValid) return { address: checked.address, tag: '', details: destinationDetails.parse({}) };
    throw new Refusal({ code: 'ADDRESS_INVALID', field: 'dst_address', values: { reason: checked.reason } });
  },
  plan: planPayout,
  stop: stopPayout,
  tell,
};

async function tell({ config, db }: AppContext, { orderId, destinationAddress, destinationTag }: OrderRow) {
  const payout = await findPayout(db, orderId);
  const txid = payout?.broadcastAt == null ? '' : (payout.txid ?? '');
  return {
    dstAddress: destinationAddress,
    dstTag: destinationTag,
    txid,
    txLink: txid === '' ? '' : config.TRANSACTION_LINK.replace('{txid}', txid),
    payoutConfirmations: payout?.confirmations ?? -1,
    payoutConfirmationsNeeded: config.PAYOUT_CONFIRMATIONS,
  };
}
