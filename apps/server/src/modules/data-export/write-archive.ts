import { toCamelCase } from '@causeway/contract/wire/names';
import { formatUnits } from '@causeway/domain/currencies/format-units';
import { type RawBuilder, sql } from 'kysely';
import type { KeyObject } from 'node:crypto';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';
import { clientPaths } from '../../ledger/paths.ts';
import { isOwnedBy } from '../account-parts/row-owner.ts';
import { openDetails } from '../documents/document-keys.ts';
import { readFields } from '../verification/read-fields.ts';
import { exportedFiles, type ExportedTable } from './exported-tables.ts';

/** Whose copy is made, and what opens what the client typed. */
export interface CopyOf {
  clientId: string;
  niceId: string;
  /** `undefined` where nothing was sealed for the client. */
  clientKey: KeyObject | undefined;
}

/** Rows that are in memory at a time. */
const rowsAtOnce = 500;

/**
 * Writes a zip with one JSON file for each part of a client's data. The transaction must show one state throughout.
 *
 * @param readme what the archive is, in the client's language
 */
export async function writeArchive(trx: Executor, of: CopyOf, { readme }: { readme: string }): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((fault, chunk) => {
    if (fault !== null) throw fault;
    chunks.push(chunk);
  });
  addFile(zip, 'README.txt').push(strToU8(readme), true);
  for (const [name, tables] of Object.entries(exportedFiles)) {
    const file = addFile(zip, `${name}.json`);
    let before = '{';
    for (const [table, part] of Object.entries(tables)) {
      file.push(strToU8(`${before}\n"${table}": [`));
      await writeRows(trx, of, { table, part, write: (text) => file.push(strToU8(text)) });
      before = '\n],';
    }
    file.push(strToU8('\n]\n}\n'), true);
  }
  zip.end();
  return Buffer.concat(chunks);
}

function addFile(zip: Zip, name: string): ZipDeflate {
  const file = new ZipDeflate(name, { level: 6 });
  zip.add(file);
  return file;
}

interface TableWriting {
  table: string;
  part: ExportedTable;
  write: (text: string) => void;
}

async function writeRows(trx: Executor, of: CopyOf, { table, part, write }: TableWriting): Promise<void> {
  const columns = sql.join(part.columns.map((column) => sql.ref(column)));
  await sql`
    declare copied_rows no scroll cursor for
    select ${columns} from ${sql.table(table)} where ${isOf(part.of, of)} order by ${columns}
  `.execute(trx);
  let isFirst = true;
  for (;;) {
    const next = sql<Record<string, unknown>>`fetch forward ${sql.raw(String(rowsAtOnce))} from copied_rows`;
    const { rows } = await next.execute(trx);
    for (const row of rows) {
      write(`${isFirst ? '' : ','}\n${JSON.stringify(describeRow(part, row, of.clientKey))}`);
      isFirst = false;
    }
    if (rows.length < rowsAtOnce) break;
  }
  await sql`close copied_rows`.execute(trx);
}

function isOf(of: ExportedTable['of'], { clientId, niceId }: CopyOf): RawBuilder<boolean> {
  if (of === 'path') return sql<boolean>`path in (${sql.join(clientPaths(niceId))})`;
  const owner = sql`client_id = ${clientId}::uuid`;
  if (of === 'document') return sql<boolean>`document_id in (select document_id from documents where ${owner})`;
  if (of === 'consent') return sql<boolean>`text_sha256 in (select text_sha256 from consents where ${owner})`;
  return isOwnedBy(of, [clientId]);
}

const sealedText = z.string();

/** Sealed columns are opened and lose the word in their names. */
const openers: Readonly<Record<string, (key: KeyObject | undefined, sealed: string) => unknown>> = {
  sealed_fields: readFields,
  sealed_comments: readFields,
  sealed_details: openDetails,
};

function describeRow(
  { columns, amounts = {} }: ExportedTable,
  row: Readonly<Record<string, unknown>>,
  clientKey: KeyObject | undefined,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const column of columns) {
    const value = row[toCamelCase(column)];
    const open = openers[column];
    if (open !== undefined) result[column.replace('sealed_', '')] = open(clientKey, sealedText.parse(value));
    else if (typeof value !== 'bigint') result[column] = value;
    else result[column] = writeAmount(value, row[toCamelCase(amounts[column] ?? '')]);
  }
  return result;
}

const currencyOf = z.string().min(1);

/** @throws ZodError for a whole number that is declared as no amount */
function writeAmount(units: bigint, currency: unknown): string {
  return formatUnits(units, currencyOf.parse(currency));
}
