import { sql } from 'kysely';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { ageNames, type AgeName } from './age-limits.ts';

const row = z.object({ name: z.string(), seconds: z.coerce.number() });

/** The age of each thing in seconds; nothing for one that does not exist, such as a payout while none waits. */
export type Ages = ReadonlyMap<AgeName, number>;

/** Reads every age from the database, where the worker records them: any process can report it. */
export async function readAges({ db, clock, rates }: Pick<AppContext, 'db' | 'clock' | 'rates'>): Promise<Ages> {
  const { rows } = await sql`
    select name, extract(epoch from now() - done_at)::float8 as seconds from recurring_jobs
    union all
    select 'comparison', extract(epoch from now() - min(done_at))::float8 from chain_comparisons
    union all
    select 'due_job', extract(epoch from now() - min(due.start_after))::float8
    from pgboss.queue, lateral (
      select min(start_after) as start_after from pgboss.job
      where job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= now()
    ) due
    union all
    select 'payout', extract(epoch from now() - min(created_at))::float8 from (
      select created_at from payouts where status in ('planned', 'signed', 'freeing')
      union all select created_at from bank_payouts where status = 'planned'
      union all select created_at from card_payouts where status in ('planned', 'sending')
    ) waiting
  `.execute(db);
  const seconds = new Map(
    z
      .array(row)
      .parse(rows.filter(hasAge))
      .map((one) => [one.name, one.seconds]),
  );
  const { at } = rates.readGuard();
  // Without any price the market has the greatest age.
  seconds.set('price', at === undefined ? Number.MAX_SAFE_INTEGER : (clock.now().getTime() - at.getTime()) / 1000);
  return new Map(ageNames.flatMap((name) => toAge(name, seconds.get(name))));
}

function hasAge(found: unknown): boolean {
  return z.object({ seconds: z.null() }).safeParse(found).error !== undefined;
}

function toAge(name: AgeName, seconds: number | undefined): [AgeName, number][] {
  return seconds === undefined ? [] : [[name, Math.max(0, seconds)]];
}
