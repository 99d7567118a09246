import type { AppContext } from '../../context.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { clearAlarm } from '../alarms/clear-alarm.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';

/**
 * Sends the stored bytes of a pay-out. An unknown result is looked up by the transaction's id; only the same
 * bytes are ever sent again.
 *
 * @throws ProviderError when the network does not have the transaction
 */
export async function sendPayout(
  context: AppContext,
  { orderId, txid, rawTransaction }: { orderId: string; txid: string; rawTransaction: string },
): Promise<void> {
  const { bitcoin } = context.providers;
  try {
    await bitcoin.broadcast(rawTransaction);
  } catch (error) {
    if ((await bitcoin.getTransaction(txid)) === undefined) {
      if (error instanceof ProviderError && error.kind === 'refused')
        await raiseAlarm(context, context.db, {
          kind: error.code === 'conflict' ? 'payout_conflict' : 'payout_failed',
          subject: orderId,
          details: { txid, reason: error.message },
        });
      throw error;
    }
  }
  await clearAlarm(context, context.db, ['payout_conflict', 'payout_failed'], orderId);
}
