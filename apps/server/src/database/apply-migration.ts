import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';

export const folder = new URL('../../migrations/', import.meta.url);

/** PostgreSQL's code for a lock that was not available in time. */
const lockNotAvailable = '55P03';

interface LockPatience {
  /** A statement that waits for a table blocks all that come behind it, so it gives up after this time. */
  lockTimeoutMs: number;
  tries: number;
  pauseMs: number;
}

const patience: LockPatience = { lockTimeoutMs: 3_000, tries: 20, pauseMs: 1_000 };

/**
 * Applies one migration in a transaction. Where a table is busy it gives up and tries again.
 *
 * @throws Error naming the migration, with nothing of it applied
 */
export async function applyMigration(
  client: pg.ClientBase,
  { name, sql }: { name: string; sql: string },
  { lockTimeoutMs, tries, pauseMs }: LockPatience = patience,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
      await client.query(sql);
      await client.query('insert into migrations values ($1, now())', [name]);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      const isBusy = error instanceof pg.DatabaseError && error.code === lockNotAvailable;
      if (!isBusy || attempt === tries) throw explain(name, error, isBusy);
      await sleep(pauseMs);
    }
  }
}

function explain(name: string, cause: unknown, isBusy: boolean): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const advice = isBusy ? ' Others kept a table locked: start again when they are done.' : '';
  return new Error(`The migration ${name} failed: ${reason}.${advice}`, { cause });
}
