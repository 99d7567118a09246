import pg from 'pg';

const noSuchDatabase = '3D000';

/** Makes the product's database when the cluster is new. */
export async function ensureDatabase(port: number, password: string): Promise<void> {
  try {
    await ask(port, password, 'causeway', 'select 1');
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== noSuchDatabase) throw error;
    await ask(port, password, 'postgres', 'create database causeway');
  }
}

/** Runs one statement over a connection of its own. */
export async function ask(port: number, password: string, database: string, sql: string): Promise<void> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'causeway',
    password,
    database,
    connectionTimeoutMillis: 5000,
    query_timeout: 30_000,
  });
  // A server that goes away mid-question is reported by the question itself.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
