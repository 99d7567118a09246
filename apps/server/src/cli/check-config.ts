import { ConfigError, type Config } from '../config/config.ts';
import { checkReplica } from '../database/check-server.ts';
import { findMissingMigrations } from '../database/migrate-database.ts';
import { openDatabase } from '../database/open-database.ts';
import { listExcessPowers } from '../database/prepare-database.ts';
import { createLog } from '../log.ts';
import { readSettings } from './run-program.ts';

// Prints what a live server would say to this environment, without starting one and without changing anything.
try {
  const config = readSettings('live');
  const faults = config.ENVIRONMENT === 'live' ? await checkDatabase(config) : [];
  if (faults.length > 0) throw new ConfigError(faults);
  process.stdout.write(
    `The configuration is good for ENVIRONMENT=${config.ENVIRONMENT}. Offered: ${config.PROVIDERS.join(', ')}.\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function checkDatabase(config: Config): Promise<string[]> {
  const { url, owner } = await openDatabase(config, createLog('silent'));
  const faults = (await listExcessPowers(url)).map(
    (reason) => `DATABASE_URL: its role ${reason}, which the server’s must not.`,
  );
  const { DATABASE_REPLICA_URL: replica } = config;
  if (replica !== undefined)
    await checkReplica('DATABASE_REPLICA_URL', replica).catch((error: unknown) => {
      faults.push(error instanceof Error ? error.message : String(error));
    });
  const missing = owner === undefined ? await findMissingMigrations(url) : [];
  const [first] = missing;
  return first === undefined
    ? faults
    : [
        ...faults,
        `MIGRATION_DATABASE_URL: is missing, and the database lacks ${missing.length} migrations, from ${first} on.`,
      ];
}
