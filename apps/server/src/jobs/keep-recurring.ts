import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import type { JobDefinition } from '../job-queue.ts';

/** A job that runs by itself more often than a cron line can say. */
export type RecurringJob = JobDefinition & { everySeconds: number };

/** So much later than planned is no accident. */
const tolerance = 2;

export function isRecurring(definition: JobDefinition): definition is RecurringJob {
  return definition.everySeconds !== undefined;
}

/** Queues the next run, counted by the database's clock: that of a server may be ahead. */
export async function enqueueNext(
  context: Pick<AppContext, 'db' | 'jobs'>,
  definition: JobDefinition,
  pauseSeconds: number,
): Promise<void> {
  await context.jobs.enqueue(context.db, definition, {}, { pauseSeconds, singletonKey: 'next' });
}

/**
 * Puts right what keeps a recurring job from running: a next run that was queued while the database's clock was ahead,
 * or none at all.
 */
export async function keepRecurring(
  context: Pick<AppContext, 'db' | 'jobs'>,
  definitions: readonly RecurringJob[],
): Promise<void> {
  const names = definitions.map(({ name }) => name);
  const seconds = definitions.map((definition) => Math.max(definition.everySeconds, definition.retryMaxSeconds));
  await sql`
    update pgboss.job set start_after = now()
    from unnest(${names}::text[], ${seconds}::int[]) as recurring (name, seconds)
    where job.name = recurring.name and job.state in ('created', 'retry')
      and job.start_after > now() + make_interval(secs => recurring.seconds * ${tolerance})
  `.execute(context.db);
  const { rows } = await sql<{ name: string }>`
    select distinct name from pgboss.job where name = any(${names}) and state in ('created', 'retry', 'active')
  `.execute(context.db);
  const present = new Set(rows.map(({ name }) => name));
  for (const definition of definitions) if (!present.has(definition.name)) await enqueueNext(context, definition, 0);
}
