import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { changeStatus } from '../lifecycle/change-status.ts';
import { queueOrderLetter } from '../lifecycle/queue-order-letter.ts';
import { lockOrder } from '../lifecycle/store.ts';
import { giveBackPayout } from './give-back-payout.ts';
import { findBankPayout, movePayout, type BankPayoutRow } from './store.ts';

/**
 * Asks the bank where a sent pay-out stands. Settled finishes the order; one that came back, even afterwards, is given
 * to the client's balance.
 *
 * @throws ProviderError
 */
export async function followBankPayout(context: AppContext, orderId: string): Promise<void> {
  const payout = await findBankPayout(context.db, orderId);
  if (payout === undefined || payout.outsideId === null) return;
  if (payout.status !== 'sent' && payout.status !== 'settled') return;
  const { status } = await context.providers.bank.getPayout(payout.outsideId);
  await context.db.transaction().execute(async (trx) => {
    if (status === 'returned') await giveBackPayout(context, trx, payout, 'returned');
    if (status === 'settled' && payout.status === 'sent') await finish(context, trx, payout);
  });
}

async function finish(context: AppContext, trx: Executor, payout: BankPayoutRow): Promise<void> {
  const { orderId } = payout;
  const order = await lockOrder(trx, orderId);
  if (!(await movePayout(trx, payout, { status: 'settled', updatedAt: context.clock.now() }))) return;
  await changeStatus(context, trx, { orderId, from: order.status, to: 'finished', actor: 'system' });
  await queueOrderLetter(context, trx, 'order-finished', order);
}
