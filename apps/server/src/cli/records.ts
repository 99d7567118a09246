import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import { createDatabase } from '../database/create-database.ts';
import { openDatabase } from '../database/open-database.ts';
import { createLog } from '../log.ts';
import { runRecordsCommand } from '../modules/operating/client-records.ts';
import { randomBytes } from '../random-bytes.ts';
import { explainError } from './explain-error.ts';

// What is kept about clients, for the operator. Without arguments it prints its commands.
try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { by: { type: 'string' } } });
  const database = await openDatabase(readConfig(process.env), createLog('warn'));
  const db = createDatabase(database.url, {});
  try {
    const context = { db, clock: { now: () => new Date() }, random: { bytes: randomBytes } };
    process.stdout.write(`${await runRecordsCommand(context, positionals, values.by?.trim() ?? '')}\n`);
  } finally {
    await db.destroy();
    await database.stop();
  }
} catch (error) {
  process.stderr.write(`${explainError(error)}\n`);
  process.exitCode = 1;
}
