import type { AppContext } from '../../context.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { collectTransfers } from '../bank-payins/collect-transfers.ts';
import { followBankPayout } from '../bank-payouts/follow-bank-payout.ts';
import { listSettledBankPayouts } from './store.ts';

/** How long a settled transfer can still come back. */
const returnableMs = 14 * 24 * 3600 * 1000;

/** Asks the bank once more for everything whose notice may have been lost: transfers, and pay-outs that came back. */
export async function repairBank(context: AppContext): Promise<void> {
  await collectTransfers(context);
  const since = new Date(context.clock.now().getTime() - returnableMs);
  await settleEach(context, await listSettledBankPayouts(context.db, since), {
    work: 'repair-bank',
    nameOf: (orderId) => orderId,
    settle: (orderId) => followBankPayout(context, orderId),
  });
}
