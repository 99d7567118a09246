import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from './place.ts';
import { forHung, readPostmaster, stopServer } from './postmaster.ts';

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
async function ask(port: number, password: string, database: string, sql: string): Promise<void> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'causeway',
    password,
    database,
    connectionTimeoutMillis: 5000,
    query_timeout: 30_000,
  });
  // An error of the connection is reported by the query itself.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

const settleWithinMs = 60_000;

/**
 * Finds a server that already runs on this cluster: another process uses it, or its parent was killed. A healthy one is
 * kept; one that does not answer is stopped.
 *
 * @returns its port, or undefined when a server has to be started
 */
export async function adoptServer(place: Place, password: string): Promise<number | undefined> {
  for (const deadline = Date.now() + settleWithinMs; Date.now() < deadline; await sleep(25)) {
    const postmaster = await readPostmaster(place);
    if (postmaster === undefined) return undefined;
    if (postmaster.status !== 'ready') continue;
    if (await answers(postmaster.port, password)) return postmaster.port;
    break;
  }
  place.log('A database server was left running and does not answer: stopping it');
  await stopServer(place, forHung);
  return undefined;
}

async function answers(port: number, password: string): Promise<boolean> {
  return ask(port, password, 'postgres', 'select 1').then(
    () => true,
    () => false,
  );
}
