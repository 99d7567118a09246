import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

const folder = new URL('../../migrations/', import.meta.url);
/** Any number, the same for every instance: only one of them migrates at a time. */
const migrationLock = 7_262_001;

/**
 * Applies the numbered SQL files that this database has not seen, in order, each in a transaction. Forward
 * only. A file that changed after it was applied is an error, and so is a database newer than this program.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null)',
    );
    const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
    const unknown = rows.find((row) => !files.includes(row.name));
    if (unknown !== undefined)
      throw new Error(
        `The database has the migration ${unknown.name}, which this version of the server does not know. Start a newer version.`,
      );
    const applied = new Set(rows.map((row) => row.name));
    for (const file of files) if (!applied.has(file)) await apply(client, file);
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, file: string): Promise<void> {
  const sql = await readFile(new URL(file, folder), 'utf8');
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into migrations values ($1, now())', [file]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`The migration ${file} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
