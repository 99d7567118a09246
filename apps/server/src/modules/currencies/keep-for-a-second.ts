import type { Clock } from '../../context.ts';
import type { Db } from '../../database/db.ts';
import { refuseSecondConnection } from '../../database/open-pool.ts';

const lifeMs = 1000;

interface Kept<Value> {
  loading: Promise<Value>;
  /** Set once it is loaded. */
  loaded: { value: Value } | undefined;
  loadedAt: number;
}

type Source = { db: Db; clock: Clock };

/** A value of the database that is at most a second old. */
export interface KeptForASecond<Value> {
  (source: Source): Promise<Value>;
  /** The value in memory if it is young enough, without waiting. */
  peek(source: Source): Value | undefined;
}

/**
 * Reads a value from the database at most once a second for all callers: a change by an operator applies within a
 * second, and a price costs no query. A failed read is not cached.
 */
export function keepForASecond<Value>(load: (db: Db) => Promise<Value>): KeptForASecond<Value> {
  // Keyed by the clock, which a transaction shares with all other work.
  const kept = new WeakMap<Clock, Kept<Value>>();
  const findYoung = ({ clock }: Source) => {
    const now = clock.now().getTime();
    const last = kept.get(clock);
    return last !== undefined && now - last.loadedAt < lifeMs && now >= last.loadedAt ? last : undefined;
  };
  const get = (source: Source) => {
    const { db, clock } = source;
    // Refused also while the value is in memory and needs no connection, as the next time it would need one.
    if (!db.isTransaction) refuseSecondConnection();
    const young = findYoung(source);
    // A transaction never waits for another caller's read: that read may itself wait for a connection, while
    // transactions that wait here hold all of them.
    if (young !== undefined && (young.loaded !== undefined || !db.isTransaction)) return young.loading;
    const fresh: Kept<Value> = { loading: load(db), loaded: undefined, loadedAt: clock.now().getTime() };
    kept.set(clock, fresh);
    fresh.loading.then(
      (value) => (fresh.loaded = { value }),
      () => {
        if (kept.get(clock) === fresh) kept.delete(clock);
      },
    );
    return fresh.loading;
  };
  return Object.assign(get, { peek: (source: Source) => findYoung(source)?.loaded?.value });
}
