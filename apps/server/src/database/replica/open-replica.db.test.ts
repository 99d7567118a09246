import { DatabaseNode } from '@causeway/testing/database-node';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../../log.ts';
import { createDatabase } from '../create-database.ts';
import type { Db, Executor } from '../db.ts';
import { openReplica } from './open-replica.ts';

let primary: DatabaseNode;
let standby: DatabaseNode;
let db: Db;
let replica: ReturnType<typeof openReplica>;

beforeAll(async () => {
  primary = await DatabaseNode.create();
  standby = await primary.backup();
  await standby.follow(primary);
  await primary.query('create table written (number integer)');
  db = createDatabase(primary.url, { poolSize: 2 });
  replica = openReplica(db, { url: standby.url, log: createLog('silent'), poolSize: 2 });
}, 180_000);
afterAll(async () => {
  await replica?.stop();
  await db?.destroy();
  await standby?.remove();
  await primary?.remove();
});

/** What is there, and whether the replica answered. */
async function look(executor: Executor) {
  const { rows } = await sql<{ isReplica: boolean; last: number }>`
    select pg_is_in_recovery() as is_replica, coalesce((select max(number) from written), 0) as last
  `.execute(executor);
  return rows[0];
}
const write = (number: number) => primary.query('insert into written values ($1)', [number]);
const isReplica = { timeout: 90_000, interval: 50 };

describe('reads that may be a second old', () => {
  test('come from a replica that keeps up', async () => {
    await write(1);
    await expect.poll(() => replica.read(look), isReplica).toEqual({ isReplica: true, last: 1 });
  });

  test('come from the database itself while the replica stands still, and are never older than that', async () => {
    await standby.query('select pg_wal_replay_pause()');
    await write(2);
    await expect.poll(() => replica.read(look), isReplica).toEqual({ isReplica: false, last: 2 });
    await standby.query('select pg_wal_replay_resume()');
    await expect.poll(() => replica.read(look), isReplica).toEqual({ isReplica: true, last: 2 });
  });

  test('come from the database itself when the replica is gone, none of them failing', async () => {
    await standby.stop();
    await write(3);
    for (let count = 0; count < 20; count += 1) expect((await replica.read(look))?.isReplica).toBe(false);
    expect(await replica.read(look)).toEqual({ isReplica: false, last: 3 });
  });
});
