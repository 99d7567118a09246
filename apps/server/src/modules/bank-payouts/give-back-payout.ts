import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/post-entry.ts';
import { newUuid } from '../../new-uuid.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { addHistory } from '../lifecycle/add-history.ts';
import { changeStatus } from '../lifecycle/change-status.ts';
import { giveToBalance } from '../lifecycle/give-to-balance.ts';
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
  const { niceId, status: from } = order;
  const now = context.clock.now();
  if (!(await movePayout(trx, payout, { status: outcome, updatedAt: now }))) return;
  if (outcome === 'returned')
    await postEntry(trx, context, {
      kind: 'bank_payout_return',
      reference: niceId,
      idempotencyKey: `bank_payout_return:${payoutId}`,
      postings: [{ from: paths.worldBank(bank), to: paths.order(niceId), amount, currency }],
    });
  const refundId = newUuid(context);
  await trx
    .insertInto('refunds')
    .values({
      refundId,
      orderId,
      amount,
      currency,
      method: 'balance',
      reason: 'payout_returned',
      status: 'done',
      sourceKey: `bank_payout:${payoutId}`,
      createdAt: now,
      doneAt: now,
    })
    .execute();
  const change = { orderId, from, reason: 'payout_returned', actor: 'system' } as const;
  if (from === 'processing') await changeStatus(context, trx, { ...change, to: 'refunded' });
  else await addHistory(context, trx, { ...change, to: from });
  await giveToBalance(context, trx, order, { refundId, amount, currency });
  await raiseAlarm(context, trx, { kind: 'payout_returned', subject: niceId, details: { outcome } });
}
