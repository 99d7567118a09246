import type { Clock } from '../../context.ts';
import type { Db } from '../../database/db.ts';
import { refuseSecondConnection } from '../../database/open-pool.ts';

const lifeMs = 1000;

interface Kept<Value> {
  loading: Promise<Value>;
  /** Once it is there. */
  loaded: { value: Value } | undefined;
  loadedAt: number;
}

type Source = { db: Db; clock: Clock };

/** Something of the database that is at most a second old. */
export interface KeptForASecond<Value> {
  (source: Source): Promise<Value>;
  /** What is in memory and still young enough, without waiting. */
  peek(source: Source): Value | undefined;
}

/**
 * Reads something from the database at most once a second, however many ask: what an operator changes counts
 * within a second, and a price costs no query. A failed read is not kept.
 */
export function keepForASecond<Value>(load: (db: Db) => Promise<Value>): KeptForASecond<Value> {
  // By the clock, which whoever works within a transaction has in common with everybody else.
  const kept = new WeakMap<Clock, Kept<Value>>();
  const findYoung = ({ clock }: Source) => {
    const now = clock.now().getTime();
    const last = kept.get(clock);
    return last !== undefined && now - last.loadedAt < lifeMs && now >= last.loadedAt ? last : undefined;
  };
  const get = (source: Source) => {
    const { db, clock } = source;
    // What is in memory needs no connection, yet the next time it is not there.
    if (!db.isTransaction) refuseSecondConnection();
    const young = findYoung(source);
    // A transaction never waits for a read of somebody else: that one may itself be waiting for a connection, and all of
    // them may be held by transactions that wait here.
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
