import { resolve } from 'node:path';
import { startEmbeddedPostgres } from '@causeway/embedded-postgres/start-embedded-postgres';
import pg from 'pg';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';

const oldestVersion = 150_000;

/** An open way to PostgreSQL, and how to leave it. */
export interface OpenDatabase {
  url: string;
  stop(): Promise<void>;
}

/**
 * The database named by `DATABASE_URL`, or the embedded one under `DATA_DIR`.
 *
 * @throws Error with one line when the named one cannot be used
 */
export async function openDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  if (config.DATABASE_URL !== undefined) {
    await checkServer(config.DATABASE_URL);
    return { url: config.DATABASE_URL, stop: async () => {} };
  }
  const dataDirectory = resolve(config.DATA_DIR, 'postgres');
  const database = await startEmbeddedPostgres({ dataDirectory, log: (line) => log.info(line) });
  return { url: database.url, stop: database.stop };
}

async function checkServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    const version = Number(rows[0]?.server_version_num ?? 0);
    if (version < oldestVersion)
      throw new Error(`it is version ${Math.floor(version / 10_000)}, and 15 or later is needed`);
  } catch (error) {
    throw new Error(
      `DATABASE_URL: the database cannot be used: ${error instanceof Error ? error.message || error.name : String(error)}.`,
      { cause: error },
    );
  } finally {
    await client.end().catch(() => {});
  }
}
