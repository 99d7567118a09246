import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { clearAlarm } from '../alarms/clear-alarm.ts';
import { sendCardPayoutJob } from '../card-payouts/jobs/send-card-payout.ts';
import { payoutAcquirer } from '../cards/payout-acquirer.ts';
import type { PayoutDoubt } from '../payouts/doubt-payout.ts';
import { buildPayoutJob } from '../payouts/jobs/build-payout.ts';
import { holdStuckPayout } from './hold-stuck-payout.ts';
import { noteAction } from './note-action.ts';
import { OperatorFault } from './operator-fault.ts';

/** Why a pay-out on a chain waits unsigned for a person to allow it. */
const personReasons: ReadonlySet<string> = new Set(['fee', 'outflow'] satisfies PayoutDoubt['reason'][]);

/**
 * Sends a refused pay-out to its card once more, under a new key. The acquirer is asked first: while it has the money
 * under way nothing is sent. A pay-out on a chain that nobody signed, because it waited for a person, is allowed.
 *
 * @throws OperatorFault; ProviderError while the acquirer cannot be asked
 */
export async function retryPayout(
  context: AppContext,
  { niceId, operator }: { niceId: string; operator: string },
): Promise<void> {
  const outside = (await context.providers.acquirers.find(payoutAcquirer).vault?.findPayouts(niceId)) ?? [];
  if (outside.some(({ status }) => status !== 'failed'))
    throw new OperatorFault(`The acquirer has money for ${niceId} under way or has paid it.`);
  await context.db.transaction().execute(async (trx) => {
    const { order, payout } = await holdStuckPayout(trx, niceId);
    const { orderId } = order;
    if (payout.way === 'chain' && personReasons.has(payout.reason))
      return allowPayout(context, trx, orderId, { niceId, operator });
    if (payout.way !== 'card')
      throw new OperatorFault(
        'What a chain has refused is not sent again. Use to-balance, or pay it yourself and use by-hand.',
      );
    const { isListed } = await trx
      .selectFrom('cards')
      .innerJoin('cardPayouts', 'cardPayouts.cardId', 'cards.cardId')
      .select('cards.isListed')
      .where('cardPayouts.payoutId', '=', payout.payoutId)
      .executeTakeFirstOrThrow();
    if (!isListed)
      throw new OperatorFault(
        'The card was typed for this order only, and is good for one try. Use to-balance or by-hand.',
      );
    const payoutId = newUuid(context);
    const now = context.clock.now();
    await trx
      .updateTable('cardPayouts')
      .set({ payoutId, status: 'planned', failureReason: '', acquirerPayoutId: null, sentAt: null, updatedAt: now })
      .where('payoutId', '=', payout.payoutId)
      .execute();
    await clearAlarm(context, trx, 'payout_failed', orderId);
    const details = { before: payout.payoutId, payoutId };
    await noteAction(context, trx, { operator, action: 'payout_retried', subject: niceId, details });
    await context.jobs.enqueue(trx, sendCardPayoutJob, { orderId }, { singletonKey: orderId });
  });
}

async function allowPayout(
  context: AppContext,
  trx: Executor,
  orderId: string,
  { niceId, operator }: { niceId: string; operator: string },
): Promise<void> {
  const now = context.clock.now();
  await trx
    .updateTable('payouts')
    .set({ status: 'planned', stuckReason: '', allowedAt: now, updatedAt: now })
    .where('orderId', '=', orderId)
    .where('status', '=', 'stuck')
    .where('txid', 'is', null)
    .execute();
  await clearAlarm(context, trx, 'payout_failed', orderId);
  await noteAction(context, trx, { operator, action: 'payout_retried', subject: niceId });
  await context.jobs.enqueue(trx, buildPayoutJob, { orderId }, { singletonKey: orderId });
}
