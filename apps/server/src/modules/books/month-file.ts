import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { OperatorFault } from '../operators/record-action.ts';

/** Tables partitioned by month, with the key that a row's month is read from. */
export const dividedTables = { ledger_entries: 'entry_id', order_events: 'order_id' } as const;
export type DividedTable = keyof typeof dividedTables;
const tables: readonly DividedTable[] = ['ledger_entries', 'order_events'];

const head = z.object({ format: z.literal('causeway-month-1'), month: z.string().regex(/^\d{4}-\d{2}$/) });
const counted = z.object({ rows: z.int().nonnegative(), sha256: z.string() });
const foot = z.object({ ledger_entries: counted, order_events: counted });

/** How many rows each table has in a file, and the checksum of their lines. */
export type MonthSums = z.output<typeof foot>;

/** A row as PostgreSQL writes it in JSON: amounts never pass through a number of JavaScript. */
export interface MonthRow {
  table: DividedTable;
  json: string;
}

/**
 * Writes a month as gzipped lines: a header, each row behind its table's name, and the sums. PostgreSQL alone
 * serialises and parses the rows.
 */
export async function writeMonthFile(path: string, month: string, rows: AsyncIterable<MonthRow>): Promise<MonthSums> {
  const sums = countRows();
  async function* lines(): AsyncGenerator<string> {
    yield `${JSON.stringify({ format: 'causeway-month-1', month })}\n`;
    for await (const row of rows) {
      sums.add(row);
      yield `${row.table}\t${row.json}\n`;
    }
    yield `${JSON.stringify(sums.read())}\n`;
  }
  // It is on the disk before anything is deleted; an existing file is never overwritten.
  await pipeline(
    Readable.from(lines()),
    createGzip(),
    createWriteStream(path, { flags: 'wx', flush: true, mode: 0o600 }),
  );
  const folder = await open(dirname(path));
  await folder.sync();
  await folder.close();
  return sums.read();
}

/**
 * Reads a month's file row by row.
 *
 * @returns the month, and its sums once every row was read
 * @throws OperatorFault when it is not such a file, or its checksums do not match its rows
 */
export async function readMonthFile(
  path: string,
  take: (rows: readonly MonthRow[]) => Promise<void>,
): Promise<{ month: string; sums: MonthSums }> {
  const lines = createInterface({ input: createReadStream(path).pipe(createGunzip()), crlfDelay: Infinity });
  const sums = countRows();
  let month: string | undefined;
  let reported: MonthSums | undefined;
  let page: MonthRow[] = [];
  for await (const line of lines) {
    const row = toRow(line);
    if (month === undefined) month = parse(head, line, path).month;
    else if (row === undefined) reported = parse(foot, line, path);
    else {
      sums.add(row);
      page.push(row);
    }
    if (page.length < pageSize) continue;
    await take(page);
    page = [];
  }
  await take(page);
  if (month === undefined || reported === undefined) throw new OperatorFault(`The file ${path} ends too early.`);
  const found = sums.read();
  for (const table of tables)
    if (found[table].sha256 !== reported[table].sha256 || found[table].rows !== reported[table].rows)
      throw new OperatorFault(`The rows of ${table} in ${path} are not those that were written: its checksum differs.`);
  return { month, sums: found };
}

const pageSize = 1000;

function toRow(line: string): MonthRow | undefined {
  const table = tables.find((name) => line.startsWith(`${name}\t`));
  return table === undefined ? undefined : { table, json: line.slice(table.length + 1) };
}

function parse<T>(schema: z.ZodType<T>, line: string, path: string): T {
  try {
    return schema.parse(JSON.parse(line));
  } catch (cause) {
    throw new OperatorFault(`The file ${path} is no archived month, or a damaged one.`, { cause });
  }
}

function countRows() {
  const hashes = { ledger_entries: createHash('sha256'), order_events: createHash('sha256') };
  const rows = { ledger_entries: 0, order_events: 0 };
  return {
    add: ({ table, json }: MonthRow) => {
      rows[table] += 1;
      hashes[table].update(json).update('\n');
    },
    read: (): MonthSums => ({
      ledger_entries: { rows: rows.ledger_entries, sha256: hashes.ledger_entries.copy().digest('hex') },
      order_events: { rows: rows.order_events, sha256: hashes.order_events.copy().digest('hex') },
    }),
  };
}
