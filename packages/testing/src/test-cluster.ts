import { chmod, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { removeEmbeddedPostgres } from '@causeway/embedded-postgres/remove-embedded-postgres';
import { startEmbeddedPostgres } from '@causeway/embedded-postgres/start-embedded-postgres';
import type { TestProject } from 'vitest/node';
import { z } from 'zod';

import { isAlive } from './is-alive.ts';
import { runSql } from './run-sql.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The cluster of this run: a connection for creating databases, the migrated template and the month in which it was
     * made, and a folder that is removed with the cluster.
     */
    testCluster: { url: string; template: string; month: string; serverRole: string; folder: string };
  }
}

const prefix = 'causeway-test-';
const template = 'causeway_template';
/** As in production, the server's role owns nothing. Its name is also its password. */
const serverRole = 'causeway_server';
const migrations = z.object({
  migrateDatabase: z.custom<(url: string, options: { serverRole: string }) => Promise<void>>(
    (value) => typeof value === 'function',
  ),
});

/**
 * Vitest's global set-up: one PostgreSQL for the run, without fsync, with a template that the server's migrations
 * filled.
 */
export default async function startTestCluster(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned();
  const dataDirectory = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  await chmod(dataDirectory, 0o755);
  const cluster = await startEmbeddedPostgres({ dataDirectory, fsync: false, maxConnections: 400 });
  await runSql(cluster.url, `create role ${serverRole} login password '${serverRole}'`);
  const month = monthOfNow();
  await makeTemplate(cluster.url, template, serverRole);
  project.provide('testCluster', { url: cluster.url, template, month, serverRole, folder: dataDirectory });
  return () => removeEmbeddedPostgres(dataDirectory);
}

/** Tables by month begin with the one in which they are made: a later month needs a template of its own. */
export function monthOfNow(): string {
  return new Date().toISOString().slice(0, 7);
}

/** Makes a database that the server's migrations have filled. */
export async function makeTemplate(clusterUrl: string, name: string, role: string): Promise<void> {
  await runSql(clusterUrl, `create database ${name}`);
  const path = fileURLToPath(new URL('../../../apps/server/src/database/migrate-database.ts', import.meta.url));
  const { migrateDatabase } = migrations.parse(await import(path));
  await migrateDatabase(databaseUrl(clusterUrl, name), { serverRole: role });
}

function databaseUrl(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number(name.slice(prefix.length).split('-')[0]);
    // Another account's leftovers must not be removed here.
    if (!isAlive(pid)) await removeEmbeddedPostgres(join(tmpdir(), name)).catch(() => {});
  }
}
