import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { clearAlarm, clearUnseen, raiseAlarm } from './raise-alarm.ts';

/** So many failures in a row mean that the provider is down, and no single row is at fault. */
const outagesMost = 5;

/** How rows of several owners are settled. */
export interface SettleEach<Row> {
  /** The work, as the alarm names it. */
  work: string;
  /**
   * Seconds within which a row that still waits is looked at again. An alarm that was not raised again by then is of a
   * row that another worker has settled, or that waits no more.
   */
  againWithin: number;
  /** The row's name for a person. */
  nameOf(row: Row): string;
  settle(row: Row): Promise<void>;
  /** Moves a failed row behind the others; left out where the next run has other rows. */
  postpone?(row: Row, reason: string): Promise<void>;
}

/**
 * Settles rows of several owners, each by itself: one that fails moves behind the others, with an alarm that names it
 * and that is cleared when it succeeds, and delays no other row.
 *
 * @returns how many failed
 * @throws ProviderError when a provider answers for none of them
 */
export async function settleEach<Row>(
  context: AppContext,
  rows: readonly Row[],
  { work, againWithin, nameOf, settle, postpone }: SettleEach<Row>,
): Promise<number> {
  const subjectOf = (row: Row) => `${work} ${nameOf(row)}`;
  const settled: string[] = [];
  const failed: { subject: string; reason: string }[] = [];
  let outages = 0;
  let last: unknown;
  for (const row of rows) {
    try {
      await settle(row);
      settled.push(subjectOf(row));
      outages = 0;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      context.log.warn('a row could not be settled', { job: work, error });
      await postpone?.(row, reason);
      failed.push({ subject: subjectOf(row), reason });
      outages = isOutage(error) ? outages + 1 : 0;
      last = error;
      if (outages === outagesMost) break;
    }
  }
  const isDown = outages === outagesMost || (outages > 0 && outages === failed.length && settled.length === 0);
  await clearAlarm(context, context.db, 'item_failed', settled);
  for (const { subject, reason } of isDown ? failed.slice(0, -outages) : failed)
    await raiseAlarm(context, context.db, { kind: 'item_failed', subject, details: { reason } });
  if (isDown) throw last;
  const since = new Date(context.clock.now().getTime() - againWithin * 1000);
  await clearUnseen(context, { work, failed: failed.map(({ subject }) => subject), since });
  return failed.length;
}

/** How long a run takes further pages: shorter than the pause until the next one. */
const turnsMs = 20_000;

/**
 * Settles page after page as `settleEach`, until `take` gives none that had no turn since the run began, or the time of
 * a run is over.
 */
export async function settleInTurns<Row>(
  context: AppContext,
  take: (page: { size: number; since: Date }) => Promise<readonly Row[]>,
  { size = 100, ...how }: SettleEach<Row> & { size?: number | undefined },
): Promise<void> {
  const startedAt = performance.now();
  const since = context.clock.now();
  do {
    const rows = await take({ size, since });
    if (rows.length === 0) return;
    await settleEach(context, rows, how);
  } while (performance.now() - startedAt < turnsMs);
}

/** Names of the rows that could not be settled the last time. */
export async function listFailed(executor: Executor, work: string): Promise<string[]> {
  const rows = await executor
    .selectFrom('alarms')
    .select('subject')
    .where('kind', '=', 'item_failed')
    .where('clearedAt', 'is', null)
    .where('subject', 'like', `${work} %`)
    .execute();
  return rows.map(({ subject }) => subject.slice(work.length + 1));
}

function isOutage(error: unknown): boolean {
  return error instanceof ProviderError && error.kind !== 'refused';
}
