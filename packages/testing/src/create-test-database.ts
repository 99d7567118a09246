import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { afterAll, inject } from 'vitest';

import { runSql } from './run-sql.ts';
import { makeTemplate, monthOfNow } from './test-cluster.ts';

/** A database of one test file, migrated and empty. */
export interface TestDatabase {
  /** For the server's role, which owns nothing. */
  readonly url: string;
  /** For the role that owns the tables, to do what the server may not do itself. */
  readonly ownerUrl: string;
  /** For the files of a server; made by it, and removed after the run. */
  readonly folder: string;
  /** Called by itself after the file's last test and its other `afterAll` hooks. */
  readonly drop: () => Promise<void>;
}

let look: ((ownerUrl: string) => Promise<void>) | undefined;

/** Sets a check that runs on every database of a test when its file is done, before it is dropped. */
export function lookAtTestDatabases(lookAt: (ownerUrl: string) => Promise<void>): void {
  look = lookAt;
}

/** Checks a database and drops it, when the test file is done. */
export function dropAfterTests(clusterUrl: string, ownerUrl: string, hasBooks = true): () => Promise<void> {
  const name = new URL(ownerUrl).pathname.slice(1);
  const drop = async (): Promise<void> => {
    await runSql(clusterUrl, `drop database if exists ${name} with (force)`);
  };
  afterAll(async () => {
    try {
      if (hasBooks) await look?.(ownerUrl);
    } finally {
      await drop();
    }
  });
  return drop;
}

/**
 * Makes the test file's own database from the run's template. Call it at the top of the file: `const database = await
 * createTestDatabase()`.
 *
 * @param options.hasBooks false where its rows are made up, so that its books cannot be checked
 * @param options.language by whose rules it sorts text; left out, by bytes
 * @param options.from what it is a copy of: nothing, for tests of migrations, or a database without connections
 */
export async function createTestDatabase({
  from,
  hasBooks = true,
  language,
}: { from?: 'nothing' | TestDatabase; hasBooks?: boolean; language?: string } = {}): Promise<TestDatabase> {
  const { url: clusterUrl, serverRole, folder } = inject('testCluster');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template =
    from === 'nothing' ? 'template0' : from === undefined ? await findTemplate() : new URL(from.url).pathname.slice(1);
  const locale = language === undefined ? '' : ` locale_provider icu icu_locale '${language}'`;
  // Copied as files, as block by block through the log takes three times the work.
  await runSql(clusterUrl, `create database ${name} template ${template} strategy file_copy${locale}`);
  const owner = new URL(clusterUrl);
  owner.pathname = `/${name}`;
  const url = new URL(owner);
  url.username = serverRole;
  url.password = serverRole;
  const drop = dropAfterTests(clusterUrl, owner.href, hasBooks);
  return { url: url.href, ownerUrl: owner.href, folder: join(folder, name), drop };
}

let later: { month: string; name: Promise<string> } | undefined;

/** The run's template, and one of this process's own when a month has ended since that was made. */
function findTemplate(): Promise<string> {
  const { url, template, month, serverRole } = inject('testCluster');
  const now = monthOfNow();
  if (now === month) return Promise.resolve(template);
  if (later?.month !== now) {
    const name = `${template}_${process.pid}_${now.replace('-', '_')}`;
    later = { month: now, name: makeTemplate(url, name, serverRole).then(() => name) };
  }
  return later.name;
}
