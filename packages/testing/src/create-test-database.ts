import { randomBytes } from 'node:crypto';

import { afterAll, inject } from 'vitest';

import { runSql } from './run-sql.ts';

/** A database of one test file, migrated and empty. */
export interface TestDatabase {
  readonly url: string;
  /** Called by itself after the file's last test and its other `afterAll` hooks. */
  readonly drop: () => Promise<void>;
}

/** Makes the test file's own database from the run's template. Call it at the top of the file: `const database = await createTestDatabase()`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url: clusterUrl, template } = inject('testCluster');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runSql(clusterUrl, `create database ${name} template ${template}`);
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  const drop = (): Promise<void> => runSql(clusterUrl, `drop database if exists ${name} with (force)`);
  afterAll(drop);
  return { url: url.href, drop };
}
