import { createHmac } from 'node:crypto';
import { resolve } from 'node:path';
import { keepEmbeddedPostgres } from '@causeway/embedded-postgres/keep-embedded-postgres';
import pg from 'pg';
import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';
import { roleExists, checkServer } from './check-server.ts';
import { withClient } from './open-pool.ts';

const embeddedServerRole = 'causeway_server';

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
  const database = await keepEmbeddedPostgres({ dataDirectory, log: (line) => log.info(line) }, (line) =>
    log.warn(line),
  );
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
  const sql = `create role ${embeddedServerRole} login password '${password}'`;
  await withClient({ connectionString: ownerUrl }, (client) => client.query(sql)).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || error.code !== roleExists) throw error;
  });
  url.username = embeddedServerRole;
  url.password = password;
  return url.href;
}
