import { spawnSync } from 'node:child_process';
import { mkdtempSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeEmbeddedPostgres } from '@causeway/embedded-postgres/remove-embedded-postgres';
import { startEmbeddedPostgres } from '@causeway/embedded-postgres/start-embedded-postgres';
import { migrateDatabase } from '../src/database/migrate-database.ts';

// Writes src/database/types.generated.ts from a database that the migrations made; with --verify it only compares.
const outFile = fileURLToPath(new URL('../src/database/types.generated.ts', import.meta.url));
const typeMapping = { numeric: 'bigint', int8: 'bigint', bytea: 'Buffer' };

const dataDirectory = mkdtempSync(join(tmpdir(), 'causeway-types-'));
chmodSync(dataDirectory, 0o755);
const database = await startEmbeddedPostgres({ dataDirectory, fsync: false });
let status: number;
try {
  await migrateDatabase(database.url);
  const options = [
    '--dialect',
    'postgres',
    '--url',
    database.url,
    '--camel-case',
    '--out-file',
    outFile,
    '--exclude-pattern',
    '{public.migrations,pgboss.*}',
    '--type-mapping',
    JSON.stringify(typeMapping),
    ...(process.argv.includes('--verify') ? ['--verify'] : []),
  ];
  const cli = fileURLToPath(new URL('../../../node_modules/kysely-codegen/dist/cli/bin.js', import.meta.url));
  status = spawnSync(process.execPath, [cli, ...options], { stdio: 'inherit' }).status ?? 1;
} finally {
  await database.stop();
  await removeEmbeddedPostgres(dataDirectory);
}
process.exit(status);
