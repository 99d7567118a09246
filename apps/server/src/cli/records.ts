import { parseArgs } from 'node:util';
import { createDatabase } from '../database/create-database.ts';
import { createLog } from '../log.ts';
import { isAudited, recordsUsage, runRecordsCommand } from '../modules/operating/client-records.ts';
import { actAsOperator } from '../modules/operators/operators.ts';
import { randomBytes } from '../random-bytes.ts';
import { openJobs, openMigrated, readSettings, requireUse, runProgram, whoIs } from './run-program.ts';

// What is kept about clients, for the operator. Without arguments it prints its commands.
await runProgram(recordsUsage, run);

async function run(args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { by: { type: 'string' } } });
  requireUse(recordsUsage, positionals);
  const config = readSettings();
  const log = createLog('warn');
  const database = await openMigrated(config, log);
  const db = createDatabase(database.url, {});
  const jobs = await openJobs(database.url, log);
  try {
    const context = { config, db, jobs: jobs.queue, clock: { now: () => new Date() }, random: { bytes: randomBytes } };
    if (!isAudited(positionals[0] ?? '')) return await runRecordsCommand(context, positionals, '');
    const { operator, acting } = await actAsOperator(context, { ...whoIs(values.by), role: 'cases' });
    return await runRecordsCommand(acting, positionals, operator);
  } finally {
    await jobs.stop();
    await db.destroy();
    await database.stop();
  }
}
