import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { grantPrivileges, migrateQueue } from './grant-privileges.ts';
import { withClient } from './open-pool.ts';
import { folder, applyMigration } from './apply-migration.ts';

/** Any number, the same for every instance: only one of them migrates at a time. */
const migrationLock = 7_262_001;
const askAgainMs = 500;

/**
 * Applies the numbered SQL files that this database has not seen, in order, each in a transaction, and brings the job
 * queue's tables to its version. Forward only. A database newer than this program is an error. Any number of processes
 * may do it at once: the others wait for the first.
 *
 * @param serverRole who is given what the server needs, where it is not the role that migrates
 */
export async function migrateDatabase(url: string, { serverRole }: { serverRole?: string } = {}): Promise<void> {
  await withClient({ connectionString: url }, async (client) => {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null)',
    );
    for (const name of await findMissing(client))
      await applyMigration(client, { name, sql: await readFile(new URL(name, folder), 'utf8') });
    await migrateQueue(client);
    if (serverRole !== undefined) await grantPrivileges(client, serverRole);
  });
}

/**
 * Waits until another process has migrated the database.
 *
 * @throws Error in one line when none has in time
 */
export async function waitForMigrations(url: string, withinMs: number): Promise<void> {
  for (const deadline = Date.now() + withinMs; ; await sleep(askAgainMs)) {
    const [missing] = await findMissingMigrations(url);
    if (missing === undefined) return;
    if (Date.now() < deadline) continue;
    throw new Error(
      `The database lacks the migration ${missing}, and this process does not migrate. ` +
        'Run apps/server/dist/cli/migrate.js with MIGRATION_DATABASE_URL first.',
    );
  }
}

/** Which migrations the database of a role that may only read the list lacks. */
export async function findMissingMigrations(url: string): Promise<string[]> {
  try {
    return await withClient({ connectionString: url }, findMissing);
  } catch (error) {
    // Before the first migration there is no list, or this role may not read it.
    if (error instanceof pg.DatabaseError && (error.code === '42P01' || error.code === '42501')) return listFiles();
    throw error;
  }
}

async function findMissing(client: pg.Client): Promise<string[]> {
  const files = await listFiles();
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  const unknown = rows.find((row) => !files.includes(row.name));
  if (unknown !== undefined)
    throw new Error(
      `The database has the migration ${unknown.name}, which this version of the server does not know. Start a newer version.`,
    );
  const applied = new Set(rows.map((row) => row.name));
  return files.filter((file) => !applied.has(file));
}

async function listFiles(): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
}
