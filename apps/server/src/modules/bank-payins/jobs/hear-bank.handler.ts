import type { AppContext } from '../../../context.ts';
import { followBankPayout } from '../../bank-payouts/follow-bank-payout.ts';
import { findOrder } from '../../lifecycle/store.ts';
import { collectTransfers } from '../collect-transfers.ts';

export async function handleHearBank(
  context: AppContext,
  { payoutReference: niceId }: { payoutReference: string },
): Promise<void> {
  if (niceId === '') return collectTransfers(context);
  const order = await findOrder(context.db, { niceId });
  if (order !== undefined) await followBankPayout(context, order.orderId);
}
