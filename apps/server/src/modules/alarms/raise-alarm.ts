import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';

/** What an operator must look at. One open alarm for one kind and subject. */
export interface Alarm {
  kind: AlarmKind;
  /** What it is about: an order's public id, a txid, a job. */
  subject: string;
  details?: Readonly<Record<string, string | number | boolean>>;
}

export type AlarmKind =
  | 'books_wrong'
  | 'chargeback'
  | 'clock_back'
  | 'client_closed'
  | 'deposit_lost'
  | 'deposit_other_currency'
  | 'item_failed'
  | 'job_dead'
  | 'network_cost'
  | 'news_unreadable'
  | 'order_held'
  | 'month_not_opened'
  | 'order_stuck'
  | 'overdue'
  | 'payment_mismatch'
  | 'payout_conflict'
  | 'payout_failed'
  | 'payout_reorganised'
  | 'payout_returned'
  | 'payout_waits'
  | 'payouts_held'
  | 'price_paused'
  | 'reconciliation_difference'
  | 'refund_failed'
  | 'transfer_name'
  | 'transfer_unplaced'
  | 'wallet_short'
  | 'wallet_output_gone';

/** Raises an alarm, or leaves the open one as it is. */
export async function raiseAlarm(
  context: Pick<AppContext, 'clock' | 'random' | 'log'>,
  executor: Executor,
  alarm: Alarm,
): Promise<void> {
  const raised = await executor
    .insertInto('alarms')
    .values({
      alarmId: newUuid(context),
      kind: alarm.kind,
      subject: alarm.subject,
      details: JSON.stringify(alarm.details ?? {}),
      raisedAt: context.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).where('clearedAt', 'is', null).doNothing())
    .returning('alarmId')
    .executeTakeFirst();
  if (raised !== undefined) context.log.error('alarm', { alarm: alarm.kind, reason: alarm.subject });
}
