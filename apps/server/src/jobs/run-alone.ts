import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/db.ts';

/** As long as it takes to notice that a worker died. */
const leaseSeconds = 15;
const renewMs = 5000;
/** A run that hangs for so long is given up: another one may begin. */
const hangMs = 10 * 60_000;

/** How a run of a recurring job ended; `taken` when another run is under way. */
export type RunEnd = { kind: 'done' | 'taken' } | { kind: 'failed'; failures: number; reason: unknown };

/**
 * Runs a recurring job, never beside another run of it, and records when it was done. The lease is timed by the
 * database's clock; a lease too far in the future was taken while that clock was ahead, and is ignored.
 */
export async function runAlone(db: Db, name: string, run: () => Promise<void>): Promise<RunEnd> {
  const runId = randomUUID();
  if (!(await take(db, name, runId))) return { kind: 'taken' };
  const startedAt = performance.now();
  const timer = setInterval(() => {
    if (performance.now() - startedAt < hangMs) void renew(db, name, runId).catch(() => {});
  }, renewMs);
  timer.unref();
  try {
    await run();
    await release(db, name, runId, true);
    return { kind: 'done' };
  } catch (reason) {
    return { kind: 'failed', failures: await release(db, name, runId, false), reason };
  } finally {
    clearInterval(timer);
  }
}

async function take(db: Db, name: string, runId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into recurring_jobs as job (name, leased_until, run_id, done_at)
    values (${name}, now() + make_interval(secs => ${leaseSeconds}), ${runId}::uuid, now())
    on conflict (name) do update set leased_until = excluded.leased_until, run_id = excluded.run_id
    where job.leased_until <= now() or job.leased_until > now() + make_interval(secs => ${leaseSeconds + 1})
    returning name
  `.execute(db);
  return rows.length === 1;
}

async function renew(db: Db, name: string, runId: string): Promise<void> {
  await sql`
    update recurring_jobs set leased_until = now() + make_interval(secs => ${leaseSeconds})
    where name = ${name} and run_id = ${runId}::uuid
  `.execute(db);
}

/** @returns how often it failed since it was done */
async function release(db: Db, name: string, runId: string, isDone: boolean): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    update recurring_jobs set leased_until = now(), run_id = null,
      done_at = case when ${isDone} then now() else done_at end,
      failures = case when ${isDone} then 0 else failures + 1 end
    where name = ${name} and run_id = ${runId}::uuid
    returning failures
  `.execute(db);
  return rows[0]?.failures ?? 1;
}
