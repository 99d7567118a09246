import pg from 'pg';
import { withClient } from './open-pool.ts';

const oldestVersion = 150_000;
export const roleExists = '42710';
/** A value that is unlikely to be set by anything else. */
const probeMs = 15_001;

/**
 * A pooler such as PgBouncer gives each statement or transaction another connection. What the server keeps on its
 * connections would be lost there: the end of stalled transactions, which hold locks, the names of statements, and the
 * lock by which one process alone migrates.
 *
 * @throws Error in one line
 */
async function refusePooler(setting: string, url: string): Promise<void> {
  const options = { connectionString: url, idle_in_transaction_session_timeout: probeMs };
  const isKept = await withClient(options, async (client) => {
    const { rows } = await client.query<{ timeout: string }>(
      `select setting as timeout from pg_settings where name = 'idle_in_transaction_session_timeout'`,
    );
    return rows[0]?.timeout === String(probeMs);
  }).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || !/unsupported startup parameter/.test(error.message)) throw error;
    return false;
  });
  if (isKept) return;
  throw new Error(
    `${setting}: leads to a pooler, such as PgBouncer, which drops what the server tells its connections. ` +
      'Name the database itself: the server has pools of its own, whose sizes are DATABASE_CONNECTIONS and its like.',
  );
}

/**
 * Entries and losses are asked for by ranges of their names, which are ranges of bytes: by the rules of a language, `;`
 * comes before `:`, and a loss that ends would not find what it holds.
 *
 * @throws Error in one line
 */
async function refuseLanguage(setting: string, url: string): Promise<void> {
  const isByBytes = await withClient({ connectionString: url }, async (client) => {
    const { rows } = await client.query<{ isByBytes: boolean }>(`select 'a:b' < 'a;' and 'B' < 'a' as "isByBytes"`);
    return rows[0]?.isByBytes === true;
  });
  if (isByBytes) return;
  throw new Error(
    `${setting}: its database sorts text by the rules of a language; Causeway needs the order of bytes. Make one with ` +
      `"create database ... template template0 locale 'C.UTF-8'", and bring what is in the present one there by pg_dump.`,
  );
}

/**
 * Makes sure that the server can work with the database that a setting names.
 *
 * @returns the role that is signed in
 * @throws Error in one line
 */
export async function checkServer(setting: string, url: string): Promise<string> {
  const role = await askRole(setting, url);
  await refusePooler(setting, url);
  await refuseLanguage(setting, url);
  return role;
}

/**
 * Makes sure that a setting names a replica that follows a database.
 *
 * @throws Error in one line
 */
export async function checkReplica(setting: string, url: string): Promise<void> {
  await checkServer(setting, url);
  await withClient({ connectionString: url }, async (client) => {
    const { rows } = await client.query<{ isFollowing: boolean }>('select pg_is_in_recovery() as "isFollowing"');
    if (rows[0]?.isFollowing !== true)
      throw new Error(`${setting}: is no replica: it follows no other database, so nothing would be read from it.`);
  });
}

/** @returns the role that is signed in */
async function askRole(setting: string, url: string): Promise<string> {
  return withClient({ connectionString: url, connectionTimeoutMillis: 5000 }, async (client) => {
    const { rows } = await client.query<{ version: string; role: string }>(
      `select current_setting('server_version_num') as version, current_user as role`,
    );
    const version = Number(rows[0]?.version ?? 0);
    if (version < oldestVersion)
      throw new Error(`it is version ${Math.floor(version / 10_000)}, and 15 or later is needed`);
    return rows[0]?.role ?? '';
  }).catch((error: unknown) => {
    throw new Error(
      `${setting}: the database cannot be used: ${error instanceof Error ? error.message || error.name : String(error)}.`,
      { cause: error },
    );
  });
}

/**
 * Of PostgreSQL: it shuts down, starts up or has crashed, has no connection, memory or disk left, cannot read or write
 * its files, takes no writes for now, as a replica does, or the connection broke.
 */
const awayCodes = /^(?:57P0[1-4]|53\w{3}|58030|25006|08\w{3})$/;
const networkCodes: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']);
/** The driver's own messages, which have no code. */
const lostConnection =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed)/;

/**
 * Whether something failed because the database could not be reached, or did not take it, for the moment: the request
 * itself is not at fault.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof pg.DatabaseError) return awayCodes.test(code);
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  // Providers are called by fetch, whose failures are of another class.
  return (networkCodes.has(code) && 'syscall' in error) || lostConnection.test(error.message);
}
