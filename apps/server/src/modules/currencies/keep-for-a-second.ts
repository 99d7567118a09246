import type { Clock } from '../../context.ts';
import type { Db } from '../../database/db.ts';

const lifeMs = 1000;

interface Kept<Value> {
  value: Promise<Value>;
  loadedAt: number;
}

type Source = { db: Db; clock: Clock };

/**
 * Reads something from the database at most once a second, however many ask: what an operator changes counts
 * within a second, and a price costs no query. A failed read is not kept.
 */
export function keepForASecond<Value>(load: (db: Db) => Promise<Value>): (source: Source) => Promise<Value> {
  const kept = new WeakMap<Db, Kept<Value>>();
  return ({ db, clock }) => {
    const now = clock.now().getTime();
    const last = kept.get(db);
    if (last !== undefined && now - last.loadedAt < lifeMs && now >= last.loadedAt) return last.value;
    const value = load(db);
    kept.set(db, { value, loadedAt: now });
    value.catch(() => kept.delete(db));
    return value;
  };
}
