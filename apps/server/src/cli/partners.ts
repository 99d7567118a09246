import { randomBytes } from 'node:crypto';
import { createDatabase } from '../database/create-database.ts';
import { createLog } from '../log.ts';
import { deliverWebhookJob } from '../modules/partners/queue-webhook.ts';
import { openJobs, openMigrated, readSettings, runProgram } from './run-program.ts';
import { partnersUsage, readPartnersCommand, runPartnersCommand } from './commands/run-partners-command.ts';

// Partners, their keys and their webhooks, for the operator. Without arguments it prints its commands.
await runProgram(partnersUsage, run);

async function run(args: readonly string[]): Promise<string> {
  readPartnersCommand(args);
  const config = readSettings();
  const log = createLog('warn');
  const database = await openMigrated(config, log);
  const db = createDatabase(database.url, {});
  const jobs = await openJobs(database.url, log, [deliverWebhookJob]);
  try {
    const clock = { now: () => new Date() };
    const random = { bytes: (length: number) => randomBytes(length) };
    const context = { config, db, clock, random, jobs: jobs.queue };
    return await runPartnersCommand(context, args, process.env['OPERATOR_KEY']);
  } finally {
    await jobs.stop();
    await db.destroy();
    await database.stop();
  }
}
