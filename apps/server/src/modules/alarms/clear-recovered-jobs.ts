import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';

/** Clears the alarm of a job that was given up, once one of the same name and key was done after it. */
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
