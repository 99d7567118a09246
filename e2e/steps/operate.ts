import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSql } from '@causeway/testing/run-sql';
import { startProcess } from '@causeway/testing/start-process';
import { z } from 'zod';
import { expect } from '../fixtures.ts';
import type { Stack } from '../stack.ts';

/** Runs one command of an operator, as a person at the server's command line does. @returns what it prints */
async function operate({ environment }: Stack, ...parameters: string[]): Promise<string> {
  const cli = await startProcess({
    name: 'operate',
    entry: 'apps/server/dist/cli/operate.js',
    parameters,
    env: environment,
  });
  await cli.ended;
  return cli.logs().trim();
}

/** What is open for support. */
export function listSupport(stack: Stack): Promise<string> {
  return operate(stack, 'support');
}

/** The case of a wizard that was sent last, once it is there: the page may be sending it still. */
async function newestCase({ databaseUrl }: Stack, wizard: string): Promise<string> {
  const sql = `select verification_id from verifications where status = 'uploaded' and wizard = $1
               order by submitted_at desc limit 1`;
  let rows: readonly unknown[] = [];
  await expect
    .poll(async () => (rows = await runSql(databaseUrl, sql, [wizard])), { message: `a case of ${wizard}` })
    .toHaveLength(1);
  return z.object({ verification_id: z.string() }).parse(rows[0]).verification_id;
}

/** Approves the newest case of a wizard; of an identity by two people. */
export async function approveNewest(stack: Stack, wizard: string): Promise<void> {
  const found = await newestCase(stack, wizard);
  for (const operator of wizard === 'identity' ? ['grace', 'edith'] : ['grace']) {
    await operate(stack, 'claim-case', found, '--by', operator);
    await operate(stack, 'approve-case', found, '--by', operator);
  }
}

/** Asks for a document of the newest case of a wizard again. */
export async function declineNewest(stack: Stack, wizard: string, type: string, comment: string): Promise<void> {
  const found = await newestCase(stack, wizard);
  const sql = `select document_id from documents where verification_id = $1 and type = $2 and status = 'uploaded'`;
  const [row] = await runSql(stack.databaseUrl, sql, [found, type]);
  const { document_id } = z.object({ document_id: z.string() }).parse(row);
  await operate(stack, 'claim-case', found, '--by', 'grace');
  await operate(stack, 'comment-document', document_id, comment, '--by', 'grace');
  await operate(stack, 'ask-again', found, '--by', 'grace');
}

/** Loads a list of sanctioned names in place of the one before. */
export async function loadSanctions(stack: Stack, names: readonly string[]): Promise<void> {
  const file = join(await mkdtemp(join(tmpdir(), 'sanctions-')), 'names.txt');
  await writeFile(file, names.join('\n'));
  expect(await operate(stack, 'load-sanctions', 'e2e', '2026-01-31', file, '--by', 'grace')).toContain(
    'entries of e2e',
  );
}
