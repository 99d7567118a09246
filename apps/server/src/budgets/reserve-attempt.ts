import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Executor } from '../database/db.ts';
import { Refusal } from '../errors.ts';
import { deriveKey } from '../secrets/derive-key.ts';
import { devicesMax, rowOf, type GuessName, type TryLimit, type TryTarget } from './guesses.ts';

type AttemptContext = Pick<AppContext, 'config' | 'clock' | 'db'>;

/** A counted attempt. */
export interface ReservedAttempt {
  /** Gives it back when nothing was learned by it, above all after a right secret. */
  release(): Promise<void>;
}

/** What a counter counts: one kind of attempt at one target. */
export interface Counter extends TryLimit {
  what: string;
  by: string;
  value: string;
  /** Its attempts return only after a whole window without one; a counter of anything but guesses has fixed windows. */
  isGuess?: boolean;
  /** Its windows begin by the clock, as those of every such counter: their sum in a window has a limit then. */
  isByTheClock?: boolean;
}

const hour = 3600;

/**
 * Counts an attempt at a secret before the secret is compared, for each target and for all together, so that however
 * many come at once no more are compared than the table allows. The shared limit locks no target out: once it is used
 * up, each target has fewer attempts of its own.
 *
 * @throws Refusal TOO_MANY_REQUESTS with the seconds until there are attempts again
 */
export async function reserveAttempt(
  context: AttemptContext,
  name: GuessName,
  targets: Readonly<Partial<Record<TryTarget, string>>>,
): Promise<ReservedAttempt> {
  const { tries, seconds, by, everybody, strained = tries } = rowOf(name);
  // A device that its client signed in on is trusted: attempts of strangers must not block it.
  const shared: Counter | undefined =
    everybody === undefined || targets.device !== undefined
      ? undefined
      : { what: name, by: 'everybody', value: '', tries: everybody, seconds: hour };
  const isStrained =
    shared !== undefined && !isOff(context, shared) && (await countTry(context, context.db, shared)) > 0;
  const counters: Counter[] = by.flatMap((target) => {
    const value = targets[target];
    const most = target === 'devices' ? tries * devicesMax : isStrained ? strained : tries;
    return value === undefined ? [] : [{ what: name, by: target, value, tries: most, seconds, isGuess: true }];
  });
  const releaseShared = async () => {
    if (shared !== undefined && !isOff(context, shared)) await uncount(context, shared);
  };
  const reserved = await reserveCounters(context, counters).catch(async (error: unknown) => {
    await releaseShared();
    throw error;
  });
  return {
    release: async () => {
      await reserved.release();
      await releaseShared();
    },
  };
}

/**
 * The same for any other counted action, before it is done.
 *
 * @throws Refusal TOO_MANY_REQUESTS
 */
export async function reserveCounters(context: AttemptContext, counters: readonly Counter[]): Promise<ReservedAttempt> {
  const taken: Counter[] = [];
  const release = async () => {
    for (const counter of taken.splice(0)) await uncount(context, counter);
  };
  for (const counter of counters) {
    const wait = isOff(context, counter) ? 0 : await countTry(context, context.db, counter);
    if (wait > 0) {
      await release();
      throw new Refusal({ code: 'TOO_MANY_REQUESTS' }, { retryAfterSeconds: wait });
    }
    taken.push(counter);
  }
  return { release };
}

/** Without rate limits, as in load tests, shared counters are off; a secret of one client is always limited. */
function isOff({ config }: AttemptContext, { by }: Counter): boolean {
  return config.RATE_LIMIT === 'off' && ['address', 'everybody', 'recipient'].includes(by);
}

/**
 * Counts one attempt in one statement. A target's guesses return after a whole window without an accepted one, so that
 * no hour, wherever it begins, sees more of them; all other counters begin again with each window.
 *
 * @returns 0 when it is within the limit, else the seconds until the window ends
 */
export async function countTry(
  { config, clock }: Pick<AttemptContext, 'config' | 'clock'>,
  executor: Executor,
  counter: Counter,
): Promise<number> {
  const now = clock.now();
  const lengthMs = counter.seconds * 1000;
  const sinceMs = counter.isByTheClock === true ? now.getTime() % lengthMs : 0;
  const endsAt = new Date(now.getTime() - sinceMs + lengthMs);
  const isQuietAsked = sql.lit(counter.isGuess === true);
  const { rows } = await sql<{ tries: number; endsAt: Date }>`
    insert into counted_tries as counted (key, tries, ends_at)
    values (${keyOf(config, counter)}, 1, ${endsAt}::timestamptz)
    on conflict (key) do update set
      tries = case when counted.ends_at <= ${now}::timestamptz then 1 else counted.tries + 1 end,
      ends_at = case
        when counted.ends_at <= ${now}::timestamptz or (${isQuietAsked} and counted.tries < ${counter.tries}::int)
        then excluded.ends_at else counted.ends_at end
    returning tries, ends_at
  `.execute(executor);
  const [row] = rows;
  if (row === undefined) throw new Error('A try was not counted.');
  if (row.tries <= counter.tries) return 0;
  return Math.max(1, Math.ceil((row.endsAt.getTime() - now.getTime()) / 1000));
}

/** Never below zero: a window that ended meanwhile has nothing to give back. */
async function uncount({ config, db }: AttemptContext, counter: Counter): Promise<void> {
  await sql`update counted_tries set tries = greatest(tries - 1, 0) where key = ${keyOf(config, counter)}`.execute(db);
}

/** Clears the attempts at one target, whose owner has shown the secret. */
export async function forgetTries(
  context: AttemptContext,
  name: GuessName,
  by: TryTarget,
  value: string,
): Promise<void> {
  const key = keyOf(context.config, { what: name, by, value });
  await context.db.deleteFrom('countedTries').where('key', '=', key).execute();
}

export async function deleteOldTries(executor: Executor, before: Date): Promise<void> {
  await executor.deleteFrom('countedTries').where('endsAt', '<', before).execute();
}

function keyOf(config: AppContext['config'], { what, by, value }: Pick<Counter, 'what' | 'by' | 'value'>): Buffer {
  return createHmac('sha256', deriveKey(config, 'counted tries')).update(`${what}\n${by}\n${value}`).digest();
}
