import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { sql } from 'kysely';

/** A condition that an operator must look at. One open alarm for one kind and subject. */
export interface Alarm {
  kind: AlarmKind;
  /** What it is about: an order's public id, a txid, a job. */
  subject: string;
  details?: Readonly<Record<string, string | number | boolean>>;
}

/** What ends an alarm of a kind: the end of its cause alone, or also a person who has looked at it. */
export const alarmEnds = {
  books_wrong: 'cause',
  chargeback: 'person',
  client_closed: 'person',
  clock_back: 'cause',
  database_restored: 'person',
  deposit_lost: 'person',
  deposit_other_currency: 'person',
  document_store_away: 'cause',
  identity_check: 'person',
  item_failed: 'cause',
  job_dead: 'person',
  key_service_away: 'cause',
  month_not_opened: 'cause',
  network_cost: 'cause',
  news_unreadable: 'cause',
  order_held: 'cause',
  order_stuck: 'cause',
  overdue: 'cause',
  payment_mismatch: 'person',
  payout_conflict: 'person',
  payout_failed: 'cause',
  payout_reorganised: 'cause',
  payout_returned: 'person',
  payout_waits: 'cause',
  payouts_held: 'cause',
  price_paused: 'cause',
  reconciliation_difference: 'cause',
  refund_failed: 'person',
  sanctions_hit: 'person',
  scanner_away: 'cause',
  support_unsent: 'person',
  transfer_name: 'person',
  transfer_unplaced: 'cause',
  unknown_coins: 'cause',
  wallet_output_gone: 'person',
  wallet_short: 'cause',
} as const;

type AlarmKind = keyof typeof alarmEnds;

export function isAlarmKind(text: string): text is AlarmKind {
  return Object.hasOwn(alarmEnds, text);
}

/** Raises an alarm, or leaves the open one unchanged. */
export async function raiseAlarm(
  context: Pick<AppContext, 'clock' | 'random' | 'log'>,
  executor: Executor,
  alarm: Alarm,
): Promise<void> {
  const now = context.clock.now();
  const raised = await executor
    .insertInto('alarms')
    .values({
      alarmId: newUuid(context),
      kind: alarm.kind,
      subject: alarm.subject,
      details: JSON.stringify(alarm.details ?? {}),
      raisedAt: now,
      seenAt: now,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).where('clearedAt', 'is', null).doNothing())
    .returning('alarmId')
    .executeTakeFirst();
  if (raised !== undefined) context.log.error('alarm', { alarm: alarm.kind, reason: alarm.subject });
}

/** Clears an alarm whose cause has ended; of several kinds and subjects at once when all their causes have ended. */
export async function clearAlarm(
  context: Pick<AppContext, 'clock'>,
  executor: Executor,
  kind: AlarmKind | readonly AlarmKind[],
  subject: string | readonly string[],
): Promise<void> {
  const kinds = typeof kind === 'string' ? [kind] : kind;
  const subjects = typeof subject === 'string' ? [subject] : subject;
  if (subjects.length === 0) return;
  await executor
    .updateTable('alarms')
    .set({ clearedAt: context.clock.now() })
    .where('kind', 'in', kinds)
    .where('subject', 'in', subjects)
    .where('clearedAt', 'is', null)
    .execute();
}

/**
 * Keeps that rows of one loop failed again, and clears the alarms of those that did not since a moment: nothing that
 * waits is behind them.
 */
export async function clearUnseen(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { work, failed, since }: { work: string; failed: readonly string[]; since: Date },
): Promise<void> {
  if (failed.length > 0)
    await db
      .updateTable('alarms')
      .set({ seenAt: clock.now() })
      .where('kind', '=', 'item_failed')
      .where('subject', 'in', failed)
      .where('clearedAt', 'is', null)
      .execute();
  await db
    .updateTable('alarms')
    .set({ clearedAt: clock.now() })
    .where('kind', '=', 'item_failed')
    .where(sql<boolean>`starts_with(subject, ${`${work} `})`)
    .where('clearedAt', 'is', null)
    .where('seenAt', '<', since)
    .execute();
}

/**
 * Sets the open alarms of a kind to the given ones: raises the new ones and clears those whose subject is not among
 * them.
 *
 * @param unknown subjects of which nothing is known now: their alarms stay
 */
export async function setAlarms(
  context: AppContext,
  kind: AlarmKind,
  alarms: readonly Omit<Alarm, 'kind'>[],
  unknown: Iterable<string> = [],
): Promise<void> {
  const { db } = context;
  for (const alarm of alarms) await raiseAlarm(context, db, { kind, ...alarm });
  const kept = new Set([...alarms.map(({ subject }) => subject), ...unknown]);
  const open = await db
    .selectFrom('alarms')
    .select('subject')
    .where('kind', '=', kind)
    .where('clearedAt', 'is', null)
    .execute();
  const gone = open.map(({ subject }) => subject).filter((subject) => !kept.has(subject));
  await clearAlarm(context, db, kind, gone);
}

/** Open alarms by kind, for metrics. */
export async function countOpenAlarms(executor: Executor): Promise<Record<string, number>> {
  const rows = await executor
    .selectFrom('alarms')
    .select(['kind', (eb) => eb.fn.countAll<bigint>().as('count')])
    .where('clearedAt', 'is', null)
    .groupBy('kind')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.kind, Number(row.count)]));
}

/** Clears the alarm of a job that was given up, once one of the same name and key has succeeded after it. */
export async function clearRecoveredJobs({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  await sql`
    update alarms set cleared_at = ${clock.now()}
    where kind = 'job_dead' and cleared_at is null and exists (
      select from pgboss.job
      where name = split_part(alarms.subject, ' ', 1) and singleton_key = split_part(alarms.subject, ' ', 2)
        and state = 'completed' and completed_on > alarms.raised_at
    )
  `.execute(db);
}

/** A job that was given up raises an alarm; the sweeper or an operator continues from there. */
export async function alarmDeadJob(
  context: AppContext,
  { name, key, reason }: { name: string; key: string; reason: string },
): Promise<void> {
  await raiseAlarm(context, context.db, { kind: 'job_dead', subject: `${name} ${key}`, details: { reason } });
}
