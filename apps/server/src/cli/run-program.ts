import { existsSync } from 'node:fs';
import { z } from 'zod';
import { type Config, readConfig } from '../config/config.ts';
import { waitForMigrations } from '../database/migrate-database.ts';
import { type OpenDatabase, openDatabase } from '../database/open-database.ts';
import type { JobDefinition } from '../job-queue.ts';
import { createJobQueue } from '../jobs/create-job-queue.ts';
import type { Log } from '../log.ts';
import { logDecisionJob, OperatorFault } from '../modules/operators/record-action.ts';

/** Prints the help of a program where it is asked for or nothing is given, else what the program says. */
export async function runProgram(usage: string, run: (args: string[]) => Promise<string>): Promise<void> {
  try {
    const args = process.argv.slice(2);
    process.stdout.write(`${forTerminal(asksForHelp(args) ? usage : await run(args))}\n`);
  } catch (error) {
    process.stderr.write(`${explainError(error)}\n`);
    process.exitCode = 1;
  }
}

/**
 * The settings of the server beside which a program works: the environment, then `.env` of the folder it is run in, as
 * `npm start` reads it. Else a program would ask a sandbox's database that it starts by itself.
 */
export function readSettings(environment = ''): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readConfig({ ...process.env, ENVIRONMENT: process.env['ENVIRONMENT'] || environment });
}

/**
 * The database for a program. A copy that was put back may be of an earlier version.
 *
 * @throws Error in one line where it is not of this version
 */
export async function openMigrated(config: Config, log: Log): Promise<OpenDatabase> {
  const database = await openDatabase(config, log);
  try {
    await waitForMigrations(database.url, 0);
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** Who gives a command: the name from the line, and the key from where no list of processes shows it. */
export function whoIs(by: string | undefined): { name: string; key: string } {
  return { name: by ?? '', key: process.env['OPERATOR_KEY'] ?? '' };
}

/** The queue of a program beside the servers: what it does goes on in a worker. */
export function openJobs(url: string, log: Log, definitions: readonly JobDefinition[] = []) {
  return createJobQueue({ url, log, isWorker: false, definitions: [logDecisionJob, ...definitions] });
}

/** An error in lines for the operator: for a refused setting, which one and why. */
export function explainError(error: unknown): string {
  if (error instanceof z.ZodError)
    return forTerminal(
      error.issues
        .map(({ path, message }) => (path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`))
        .join('\n'),
    );
  return forTerminal(error instanceof Error ? error.message : String(error));
}

/** An output as a terminal may have it: what clients wrote moves no cursor, erases nothing and turns no direction. */
export function forTerminal(output: string): string {
  return output.replaceAll(/[^\P{C}\n]/gu, '\u{FFFD}');
}

function asksForHelp(args: readonly string[]): boolean {
  return args.length === 0 || args.includes('--help') || args.includes('-h');
}

/** Of a help, the line of a command and those that go on with it; what is below the first empty line is no command. */
function lineOf(usage: string, name: string): string | undefined {
  const [list = ''] = usage.split('\n\n');
  return list.split(/\n(?! {3})/).find((line) => line.startsWith('  ') && line.trim().split(' ')[0] === name);
}

/** What a command cannot be run with: what is wrong, how it is written, and where the others are. */
export function misuse(usage: string, name: string, fault: string): OperatorFault {
  const line = lineOf(usage, name);
  return new OperatorFault([fault, ...(line === undefined ? [] : [line]), '--help lists all commands.'].join('\n'));
}

/** @throws OperatorFault for a command that its help does not list, and for more or fewer values than the help names */
export function requireUse(usage: string, [name = '', ...given]: readonly string[]): void {
  const line = lineOf(usage, name);
  if (line === undefined)
    throw misuse(usage, name, name === '' ? 'No command is named.' : `There is no command ${name}.`);
  const [written = ''] = line.trim().split(/ {2,}/);
  const values = written.replaceAll(/ \[.*|--\S+ <[^>]+>/g, '').match(/<[^>]+>/g) ?? [];
  if (values.length === given.length) return;
  const quotes = given.length > values.length ? ' A value with spaces stands in quotes.' : '';
  throw misuse(usage, name, `${name} takes ${values.join(' ') || 'nothing more'}.${quotes}`);
}
