import type { AppContext } from '../../context.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { clearAlarm } from '../alarms/clear-alarm.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { findPayoutChain } from './find-payout-chain.ts';
import { bytesOf, type PayoutRow } from './store.ts';

/**
 * Sends the stored bytes of a pay-out; only the same bytes are ever sent again.
 *
 * @throws ProviderError when the network does not have the transaction
 */
export async function sendPayout(context: AppContext, payout: PayoutRow): Promise<void> {
  const { orderId, chain } = payout;
  try {
    await findPayoutChain(chain).send(context, payout);
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
}
