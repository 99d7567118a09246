import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/post-entry.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { refundPayout } from '../lifecycle/refund-payout.ts';
import { lockOrder } from '../lifecycle/store.ts';
import { movePayout, type BankPayoutRow } from './store.ts';

/**
 * A pay-out that the bank refused or that came back: its money goes onto the client's balance, once, and a person is
 * told. An order that had finished stays finished.
 */
export async function giveBackPayout(
  context: AppContext,
  trx: Executor,
  payout: BankPayoutRow,
  outcome: 'failed' | 'returned',
): Promise<void> {
  const { payoutId, orderId, bank, amount, currency } = payout;
  const order = await lockOrder(trx, orderId);
  const { niceId } = order;
  if (!(await movePayout(trx, payout, { status: outcome, updatedAt: context.clock.now() }))) return;
  if (outcome === 'returned')
    await postEntry(trx, context, {
      kind: 'bank_payout_return',
      reference: niceId,
      idempotencyKey: `bank_payout_return:${payoutId}`,
      postings: [{ from: paths.worldBank(bank), to: paths.order(niceId), amount, currency }],
    });
  await refundPayout(context, trx, order, { sourceKey: `bank_payout:${payoutId}`, amount, currency });
  await raiseAlarm(context, trx, { kind: 'payout_returned', subject: niceId, details: { outcome } });
}
