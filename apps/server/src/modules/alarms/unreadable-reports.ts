import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { clearAlarm, raiseAlarm } from './raise-alarm.ts';

/** Most that are retried in one run, those that waited longest first. */
const triedMost = 20;
const retryMs = 60_000;
const reasonMost = 1000;

/** A report of a bank or chain that could not be processed, and why. */
export interface UnreadableNews {
  /** The bank's name, or the chain. */
  source: string;
  outsideId: string;
  /** All that was received, for the next attempt and for a person. */
  body: unknown;
  reason: string;
}

/** Stores a report that cannot be processed, with an alarm that names it, so that the ones behind it are processed. */
export async function keepUnreadable(context: AppContext, executor: Executor, report: UnreadableNews): Promise<void> {
  await storeUnreadable(context, executor, report);
  const details = { reason: report.reason.slice(0, reasonMost) };
  await raiseAlarm(context, executor, { kind: 'news_unreadable', subject: nameOf(report), details });
}

/** The same for a caller that raises the alarm itself. */
export async function storeUnreadable(
  { clock }: Pick<AppContext, 'clock'>,
  executor: Executor,
  { source, outsideId, body, reason }: UnreadableNews,
): Promise<void> {
  const now = clock.now();
  const tried = { reason: reason.slice(0, reasonMost), triedAt: now };
  await executor
    .insertInto('unreadableNews')
    .values({ source, outsideId, body: JSON.stringify(body), ...tried, seenAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['source', 'outsideId'])
        .doUpdateSet((values) => ({ ...tried, tries: values('unreadableNews.tries', '+', 1) })),
    )
    .execute();
}

/** Reports that have waited long enough to be retried. */
export async function listUnreadable(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  source: string,
): Promise<{ outsideId: string; body: unknown }[]> {
  return db
    .selectFrom('unreadableNews')
    .select(['outsideId', 'body'])
    .where('source', '=', source)
    .where('settledAt', 'is', null)
    .where('triedAt', '<=', new Date(clock.now().getTime() - retryMs))
    .orderBy('triedAt')
    .limit(triedMost)
    .execute();
}

/** Marks a report as processed after all, in the caller's transaction where there is one. */
export async function settleUnreadable(
  context: Pick<AppContext, 'clock'>,
  executor: Executor,
  report: Pick<UnreadableNews, 'source' | 'outsideId'>,
): Promise<void> {
  const settled = await executor
    .updateTable('unreadableNews')
    .set({ settledAt: context.clock.now() })
    .where('source', '=', report.source)
    .where('outsideId', '=', report.outsideId)
    .where('settledAt', 'is', null)
    .executeTakeFirst();
  if (settled.numUpdatedRows > 0n) await clearAlarm(context, executor, 'news_unreadable', nameOf(report));
}

function nameOf({ source, outsideId }: Pick<UnreadableNews, 'source' | 'outsideId'>): string {
  return `${source} ${outsideId}`;
}
