import { openDatabase } from '../database/open-database.ts';
import { migrateDatabase } from '../database/migrate-database.ts';
import { createLog } from '../log.ts';
import { explainError, readSettings } from './run-program.ts';

// Migrates the database and grants the server's role what it needs: run before servers that have no owner's
// credentials.
try {
  const database = await openDatabase(readSettings(), createLog('warn'));
  try {
    if (database.owner === undefined)
      throw new Error('MIGRATION_DATABASE_URL: is missing. It names the owner of the tables.');
    await migrateDatabase(database.owner.url, database.owner);
    process.stdout.write('The database is up to date.\n');
  } finally {
    await database.stop();
  }
} catch (error) {
  process.stderr.write(`${explainError(error)}\n`);
  process.exitCode = 1;
}
