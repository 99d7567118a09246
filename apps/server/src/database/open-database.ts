import { createHmac } from 'node:crypto';
import { resolve } from 'node:path';
import { startEmbeddedPostgres } from '@causeway/embedded-postgres/start-embedded-postgres';
import pg from 'pg';
import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';

const oldestVersion = 150_000;
const embeddedServerRole = 'causeway_server';
const roleExists = '42710';
/** A value that is unlikely to be set by anything else. */
const probeMs = 15_001;

/** An open connection to PostgreSQL, and how to close it. */
export interface OpenDatabase {
  /** For the server. */
  url: string;
  /** For the role that owns the tables, and the role that `url` signs in as where it is another one. */
  owner?: { url: string; serverRole?: string };
  stop(): Promise<void>;
}

/**
 * The database named by `DATABASE_URL`, or the embedded one under `DATA_DIR`.
 *
 * @throws Error with one line when the named one cannot be used
 */
export async function openDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  const { DATABASE_URL: url, MIGRATION_DATABASE_URL: ownerUrl } = config;
  if (url === undefined) return openEmbedded(config, log);
  const role = await checkServer('DATABASE_URL', url);
  if (ownerUrl !== undefined) {
    const owner = await checkServer('MIGRATION_DATABASE_URL', ownerUrl);
    return {
      url,
      owner: owner === role ? { url: ownerUrl } : { url: ownerUrl, serverRole: role },
      stop: async () => {},
    };
  }
  // A live server does not get the owner's password: the deployment migrates.
  return { url, ...(config.ENVIRONMENT === 'sandbox' && { owner: { url } }), stop: async () => {} };
}

async function openEmbedded(config: Config, log: Log): Promise<OpenDatabase> {
  const dataDirectory = resolve(config.DATA_DIR, 'postgres');
  const database = await startEmbeddedPostgres({ dataDirectory, log: (line) => log.info(line) });
  try {
    const url = await addServerRole(database.url);
    return { url, owner: { url: database.url, serverRole: embeddedServerRole }, stop: database.stop };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/**
 * Makes the server's role in the embedded database. Its password is derived from the owner's, so that each process
 * knows it.
 */
async function addServerRole(ownerUrl: string): Promise<string> {
  const url = new URL(ownerUrl);
  const password = createHmac('sha256', url.password).update(embeddedServerRole).digest('base64url');
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`create role ${embeddedServerRole} login password '${password}'`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== roleExists) throw error;
  } finally {
    await client.end();
  }
  url.username = embeddedServerRole;
  url.password = password;
  return url.href;
}

/**
 * A pooler such as PgBouncer gives each statement or transaction another connection. What the server keeps on its
 * connections would be lost there: the end of stalled transactions, which hold locks, the names of statements, and the
 * lock by which one process alone migrates.
 *
 * @throws Error in one line
 */
async function refusePooler(setting: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, idle_in_transaction_session_timeout: probeMs });
  let isKept: boolean;
  try {
    await client.connect();
    const { rows } = await client.query<{ timeout: string }>(
      `select setting as timeout from pg_settings where name = 'idle_in_transaction_session_timeout'`,
    );
    isKept = rows[0]?.timeout === String(probeMs);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !/unsupported startup parameter/.test(error.message)) throw error;
    isKept = false;
  } finally {
    await client.end().catch(() => {});
  }
  if (isKept) return;
  throw new Error(
    `${setting}: leads to a pooler, such as PgBouncer, which drops what the server tells its connections. ` +
      'Name the database itself: the server has pools of its own, whose sizes are DATABASE_CONNECTIONS and its like.',
  );
}

/**
 * Makes sure that the server can work with the database that a setting names.
 *
 * @returns the role that is signed in
 * @throws Error in one line
 */
async function checkServer(setting: string, url: string): Promise<string> {
  const role = await askRole(setting, url);
  await refusePooler(setting, url);
  return role;
}

/** @returns the role that is signed in */
async function askRole(setting: string, url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; role: string }>(
      `select current_setting('server_version_num') as version, current_user as role`,
    );
    const version = Number(rows[0]?.version ?? 0);
    if (version < oldestVersion)
      throw new Error(`it is version ${Math.floor(version / 10_000)}, and 15 or later is needed`);
    return rows[0]?.role ?? '';
  } catch (error) {
    throw new Error(
      `${setting}: the database cannot be used: ${error instanceof Error ? error.message || error.name : String(error)}.`,
      { cause: error },
    );
  } finally {
    await client.end().catch(() => {});
  }
}
