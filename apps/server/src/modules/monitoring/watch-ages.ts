import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { isOffered } from '../../config/config-providers.ts';
import type { AppContext } from '../../context.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { ageLimits, ageNames, jobAgeLimits, jobProviders, type AgeName } from './age-limits.ts';
import { readAges, type Ages } from './read-ages.ts';

const pauseMs = 10_000;
const kind = 'overdue';

/** Checks the ages from outside the jobs: a stalled worker cannot report itself. */
export interface AgeWatch {
  /** What the last check found too old. */
  listLate(): readonly AgeName[];
  stop(): Promise<void>;
}

/** Every process watches, with timers and connections apart from the jobs'. */
export function watchAges(context: AppContext): AgeWatch {
  const stopping = new AbortController();
  const startedAt = performance.now();
  let late: readonly AgeName[] = [];
  const look = async () => {
    try {
      const upSeconds = (performance.now() - startedAt) / 1000;
      late = await judgeAges(context, await readAges(context), upSeconds);
    } catch (error) {
      if (!stopping.signal.aborted) context.log.warn('the ages could not be read', { error });
    }
  };
  const watch = async () => {
    await addMissing(context).catch((error: unknown) => context.log.warn('the ages could not be begun', { error }));
    while (!stopping.signal.aborted) {
      await look();
      await sleep(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  };
  const watching = watch();
  return {
    listLate: () => late,
    stop: async () => {
      stopping.abort();
      await watching;
    },
  };
}

/**
 * Raises an alarm for everything that is too old and clears the other alarms.
 *
 * @param upSeconds since when this process looks: what grew old while nothing ran has that long to catch up
 */
export async function judgeAges(context: AppContext, ages: Ages, upSeconds: number): Promise<AgeName[]> {
  const isRun = (name: AgeName) => {
    const provider = jobProviders[name];
    return provider === undefined || isOffered(context.config, provider);
  };
  const late = ageNames.filter((name) => isRun(name) && Math.min(ages.get(name) ?? 0, upSeconds) > ageLimits[name]);
  for (const name of late) {
    const details = { seconds: Math.round(ages.get(name) ?? 0), limit: ageLimits[name] };
    await raiseAlarm(context, context.db, { kind, subject: name, details });
  }
  const fine = ageNames.filter((name) => !isRun(name) || (ages.get(name) ?? 0) <= ageLimits[name]);
  await clearAlarm(context, context.db, kind, fine);
  return late;
}

/** A job that never ran is as old as its first expected run. */
async function addMissing({ db }: AppContext): Promise<void> {
  await sql`
    insert into recurring_jobs (name, leased_until, done_at)
    select name, now(), now() from unnest(${Object.keys(jobAgeLimits)}::text[]) as job (name)
    on conflict (name) do nothing
  `.execute(db);
}
