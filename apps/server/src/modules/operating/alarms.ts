import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { alarmEnds, clearAlarm, isAlarmKind } from '../alarms/raise-alarm.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';

/** An alarm that is open. */
interface OpenAlarm {
  kind: string;
  subject: string;
  details: unknown;
  raisedAt: Date;
}

/** The open alarms, the oldest first. */
export function listAlarms({ db }: Pick<AppContext, 'db'>): Promise<OpenAlarm[]> {
  return db
    .selectFrom('alarms')
    .select(['kind', 'subject', 'details', 'raisedAt'])
    .where('clearedAt', 'is', null)
    .orderBy('raisedAt')
    .orderBy('kind')
    .orderBy('subject')
    .execute();
}

/**
 * Clears an alarm that a person has looked at. It is raised again by a new cause.
 *
 * @throws OperatorFault where it is not open, or ends with its cause alone
 */
export async function clearByHand(
  context: AppContext,
  { kind, subject, reason, operator }: { kind: string; subject: string; reason: string; operator: string },
): Promise<void> {
  if (reason.trim() === '') throw new OperatorFault('The reason is empty.');
  if (!isAlarmKind(kind)) throw new OperatorFault(`There is no alarm ${kind}.`);
  if (alarmEnds[kind] === 'cause')
    throw new OperatorFault(`The alarm ${kind} ends by itself, once its cause has ended.`);
  await context.db.transaction().execute(async (trx) => {
    const open = await trx
      .selectFrom('alarms')
      .select('alarmId')
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where('clearedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (open === undefined) throw new OperatorFault(`No alarm ${kind} of ${subject} is open.`);
    if (kind === 'refund_failed') await requireNoneOpen(trx, subject);
    await clearAlarm(context, trx, kind, subject);
    await recordAction(context, trx, { operator, action: 'alarm_cleared', subject, details: { kind, reason } });
  });
}

/** Who has paid it from elsewhere as well would have paid it twice. @throws OperatorFault */
async function requireNoneOpen(trx: Executor, orderId: string): Promise<void> {
  const { rows } = await sql`
    select from refunds where order_id::text = ${orderId} and status <> 'done'
    union all
    select from card_payments
    where order_id::text = ${orderId} and refund_requested_at is not null and refunded_at is null
  `.execute(trx);
  if (rows.length > 0)
    throw new OperatorFault(
      `The refund of ${orderId} is tried again, so pay it from nowhere else. Give it back on the page of the bank or the ` +
        'acquirer, or end why they refuse it: it is found there, and the alarm ends.',
    );
}
