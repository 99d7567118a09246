import pg from 'pg';

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
export async function checkServer(setting: string, url: string): Promise<string> {
  const role = await askRole(setting, url);
  await refusePooler(setting, url);
  return role;
}

/**
 * Makes sure that a setting names a replica that follows a database.
 *
 * @throws Error in one line
 */
export async function checkReplica(setting: string, url: string): Promise<void> {
  await checkServer(setting, url);
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query<{ isFollowing: boolean }>('select pg_is_in_recovery() as "isFollowing"');
    if (rows[0]?.isFollowing !== true)
      throw new Error(`${setting}: is no replica: it follows no other database, so nothing would be read from it.`);
  } finally {
    await client.end().catch(() => {});
  }
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
