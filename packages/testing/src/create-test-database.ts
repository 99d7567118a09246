import { randomBytes } from 'node:crypto';

import { afterAll, inject } from 'vitest';

import { runSql } from './run-sql.ts';

/** A database of one test file, migrated and empty. */
export interface TestDatabase {
  /** For the server's role, which owns nothing. */
  readonly url: string;
  /** For the role that owns the tables: what the server may not do itself. */
  readonly ownerUrl: string;
  /** Called by itself after the file's last test and its other `afterAll` hooks. */
  readonly drop: () => Promise<void>;
}

/**
 * Makes the test file's own database from the run's template. Call it at the top of the file: `const database = await createTestDatabase()`.
 *
 * @param options.from what it is a copy of: nothing, for tests of migrations, or a database to which nobody is connected
 */
export async function createTestDatabase({ from }: { from?: 'nothing' | TestDatabase } = {}): Promise<TestDatabase> {
  const { url: clusterUrl, template: usual, serverRole } = inject('testCluster');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = from === 'nothing' ? 'template0' : from === undefined ? usual : new URL(from.url).pathname.slice(1);
  await runSql(clusterUrl, `create database ${name} template ${template}`);
  const owner = new URL(clusterUrl);
  owner.pathname = `/${name}`;
  const url = new URL(owner);
  url.username = serverRole;
  url.password = serverRole;
  const drop = (): Promise<void> => runSql(clusterUrl, `drop database if exists ${name} with (force)`);
  afterAll(drop);
  return { url: url.href, ownerUrl: owner.href, drop };
}
