import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Log } from '../../log.ts';
import { createDatabase } from '../create-database.ts';
import type { Db, Executor } from '../db.ts';

/** Older than this a replica is not read from. */
const staleMs = 1000;
const lookMs = 200;
/** What was asked of the primary and not yet of the replica. */
const marksMost = 50;

/** Reads that may be a second old. */
export interface RecentReads {
  /** Reads from the replica where one is recent enough and answers, and otherwise from the database itself. */
  read<Result>(work: (executor: Executor) => Promise<Result>): Promise<Result>;
}

/** How far the log of a database went at a moment of this process's clock. */
interface Mark {
  position: bigint;
  at: number;
}

/**
 * How old the replica is, is known without its clock: it has read what the database had written at a moment. Where it
 * falls behind, stands still, is cut off or becomes a database of its own, nothing is read from it.
 *
 * @param url of the replica; without one everything is read from the database itself
 */
export function openReplica(
  db: Db,
  { url, log, poolSize }: { url: string | undefined; log: Log; poolSize: number },
): RecentReads & { stop(): Promise<void> } {
  if (url === undefined) return { read: async (work) => work(db), stop: async () => {} };
  const replica = createDatabase(url, { poolSize, onLostConnection: () => {} });
  const over = new AbortController();
  let marks: Mark[] = [];
  let recentAt = -Infinity;
  const look = async () => {
    const at = performance.now();
    marks = [...marks, { position: await readPosition(db, 'pg_current_wal_insert_lsn()'), at }].slice(-marksMost);
    // Null in a database that follows none.
    const position = await readPosition(replica, 'case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end');
    recentAt = marks.findLast((mark) => mark.position <= position)?.at ?? recentAt;
  };
  const keepLooking = async () => {
    for (; !over.signal.aborted; await sleep(lookMs, undefined, { signal: over.signal, ref: false }).catch(() => {}))
      await look().catch(() => {});
  };
  const looking = keepLooking();
  return {
    read: async (work) => {
      if (performance.now() - recentAt > staleMs) return work(db);
      try {
        return await work(replica);
      } catch (error) {
        // It may have been cut off, or have given up a read for what it had to follow.
        log.warn('a read from the replica failed', { error });
        return work(db);
      }
    },
    stop: async () => {
      over.abort();
      await looking;
      await replica.destroy();
    },
  };
}

/** A place in the log, as a number; below all others where there is none. */
async function readPosition(db: Db, of: string): Promise<bigint> {
  const { rows } = await sql<{ position: string | null }>`
    select (${sql.raw(of)} - '0/0'::pg_lsn)::text as position
  `.execute(db);
  return BigInt(rows[0]?.position ?? -1);
}
