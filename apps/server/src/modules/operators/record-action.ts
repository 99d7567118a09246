import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { type Executor, requireProof } from '../../database/db.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { partnerEvent } from '../../security-log/security-events.ts';
import { newUuid } from '../../new-uuid.ts';

export { OperatorFault } from '../../errors.ts';

/** An operator's action, for the audit log. */
export interface OperatorAction {
  operator: string;
  action:
    | 'transfer_placed'
    | 'transfer_returned'
    | 'payout_retried'
    | 'payout_stopped'
    | 'payout_to_balance'
    | 'payout_by_hand'
    | 'order_released'
    | 'order_given_back'
    | 'price_accepted'
    | 'clock_trusted'
    | 'payouts_released'
    | 'payout_replaced'
    | 'forgotten_booked'
    | 'forgotten_payment_settled'
    | 'held_freed'
    | 'kept_booked'
    | 'partner_created'
    | 'partner_changed'
    | 'partner_key_rotated'
    | 'partner_read_key_rotated'
    | 'partner_webhook_rotated'
    | 'partner_notice_replayed'
    | 'partner_settled'
    | 'month_archived'
    | 'month_restored'
    | 'secrets_sealed_anew'
    | 'case_claimed'
    | 'case_released'
    | 'case_read'
    | 'case_commented'
    | 'case_approved_once'
    | 'case_approved'
    | 'case_asked_again'
    | 'case_rejected'
    | 'basic_reopened'
    | 'identity_revoked'
    | 'document_shown'
    | 'document_commented'
    | 'sanctions_loaded'
    | 'addresses_recovered'
    | 'alarm_cleared'
    | 'consents_read'
    | 'destroyed_read'
    | 'address_looked_up'
    | 'transfers_read'
    | 'coins_settled'
    | 'support_read'
    | 'support_closed'
    | 'sessions_ended'
    | 'all_sessions_ended'
    | 'secrets_ended'
    | 'release_asked'
    | 'referral_settings_changed'
    | 'operator_added'
    | 'operator_changed'
    | 'operator_key_replaced'
    | 'operator_ended'
    | 'operator_refused';
  subject: string;
  details?: Readonly<Record<string, string>>;
}

type Recording = Pick<AppContext, 'clock' | 'random' | 'jobs' | 'proof'>;

/**
 * Records an operator's decision in its transaction, and for the log, as a restore forgets the row.
 *
 * @throws OperatorFault where the operator has ended since the command began
 */
export async function recordAction(
  context: Recording,
  trx: Executor,
  { operator, action, subject, details = {} }: OperatorAction,
): Promise<void> {
  await requireProof(context, trx);
  await trx
    .insertInto('operatorActions')
    .values({
      actionId: newUuid(context),
      operator,
      action,
      subject,
      details: JSON.stringify(details),
      at: context.clock.now(),
    })
    .execute();
  await context.jobs.enqueue(trx, logDecisionJob, { operator, action, subject });
}

/** A worker writes the security log: what the operators' programs print is kept nowhere. */
export const logDecisionJob = defineJob({
  name: 'log-decision',
  payload: z.union([
    z.object({ niceId: z.string(), reason: z.string() }),
    z.object({ partnerKey: z.string(), event: partnerEvent.default('payee_named') }),
    z.object({ operator: z.string(), action: z.string(), subject: z.string() }),
  ]),
  retries: 20,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});

/** As `recordAction`, with a line of its own that stops the pay-out again after a restore. */
export async function recordAndLog(context: Recording, trx: Executor, action: OperatorAction): Promise<void> {
  await recordAction(context, trx, action);
  await context.jobs.enqueue(trx, logDecisionJob, { niceId: action.subject, reason: action.action });
}
