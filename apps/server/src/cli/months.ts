import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabase } from '../database/create-database.ts';
import { createLog } from '../log.ts';
import { archiveMonth, describeSums } from '../modules/books/archive-month.ts';
import { listMonths } from '../modules/books/months.ts';
import { restoreMonth } from '../modules/books/restore-month.ts';
import { OperatorFault } from '../modules/operators/record-action.ts';
import { actAsOperator } from '../modules/operators/operators.ts';
import { openJobs, openMigrated, readSettings, requireUse, runProgram, whoIs } from './run-program.ts';

const usage = `Archives old months of ledger and order events, by the owner of the tables (MIGRATION_DATABASE_URL)
  list                          months in the database, and those that are archived
  archive <month> <folder>      2025-01 into a file there; its rows leave the database --by <name>
  restore <file>                puts a month back --by <name>`;
/** A month is read and written in one transaction, and the disk may be slow. */
const stalledTransactionMs = 3_600_000;

await runProgram(usage, runMonthsCommand);

async function runMonthsCommand(args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { by: { type: 'string' } } });
  const [command = '', first = '', second = ''] = positionals;
  requireUse(usage, positionals);
  const config = readSettings();
  const log = createLog('warn');
  const database = await openMigrated(config, log);
  if (database.owner === undefined)
    throw new OperatorFault('MIGRATION_DATABASE_URL: is missing. It names the owner of the tables.');
  const db = createDatabase(database.owner.url, { poolSize: 1, stalledTransactionMs });
  const jobs = await openJobs(database.url, log);
  const context = {
    config,
    db,
    jobs: jobs.queue,
    clock: { now: () => new Date() },
    random: { bytes: (length: number) => randomBytes(length) },
  };
  try {
    if (command === 'list') return (await listMonths(db)).join('\n');
    const { operator, acting } = await actAsOperator(context, { ...whoIs(values.by), role: 'settings' });
    return await run(acting, operator);
  } finally {
    await jobs.stop();
    await db.destroy();
    await database.stop();
  }

  async function run(acting: typeof context, operator: string): Promise<string> {
    if (command === 'archive') {
      const { path, sums } = await archiveMonth(acting, { month: first, folder: resolve(second), operator });
      return [`${first} is in ${path}. Keep it in two places.`, ...writeSums(describeSums(sums))].join('\n');
    }
    const { month, sums } = await restoreMonth(acting, { path: resolve(first), operator });
    return [`${month} is back.`, ...writeSums(describeSums(sums))].join('\n');
  }
}

function writeSums(sums: Readonly<Record<string, string>>): string[] {
  return Object.entries(sums).map(([table, output]) => `${table}: ${output}`);
}
