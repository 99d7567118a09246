import { parseArgs } from 'node:util';
import { createDatabase } from '../database/create-database.ts';
import { createLog } from '../log.ts';
import { OperatorFault } from '../modules/operators/record-action.ts';
import { randomBytes } from '../random-bytes.ts';
import { openJobs, openMigrated, readSettings, requireUse, runProgram, whoIs } from './run-program.ts';
import { operatorsUsage as usage, runOperatorsCommand } from './commands/run-operators-command.ts';

// Operators, and settings that only the owner of the tables may change. Without arguments it prints its commands.
await runProgram(usage, run);

async function run(args: string[]): Promise<string> {
  const options = { by: { type: 'string' }, role: { type: 'string', multiple: true } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  requireUse(usage, positionals);
  const config = readSettings();
  const log = createLog('warn');
  const database = await openMigrated(config, log);
  if (database.owner === undefined)
    throw new OperatorFault('MIGRATION_DATABASE_URL: is missing. It names the owner of the tables.');
  const db = createDatabase(database.owner.url, { poolSize: 1 });
  const jobs = await openJobs(database.url, log);
  try {
    const context = { config, db, jobs: jobs.queue, clock: { now: () => new Date() }, random: { bytes: randomBytes } };
    const asked = { given: positionals, roles: values.role ?? [], ...whoIs(values.by) };
    return await runOperatorsCommand(context, asked);
  } finally {
    await jobs.stop();
    await db.destroy();
    await database.stop();
  }
}
