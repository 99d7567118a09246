import type { KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import { deriveKeys, type KeyPurpose } from '../../secrets/derive-key.ts';
import { openText, sealText } from '../../secrets/seal-text.ts';
import { rewrapKeys, type Resealed } from '../client-keys/client-keys.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';

/** A column with sealed text; `key` names the row. An empty text is not sealed. */
export interface SealedColumn {
  table: string;
  key: string;
  column: string;
  purpose: KeyPurpose;
}

/** Every column that is sealed. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'clients', key: 'client_id', column: 'two_factor_sealed_key', purpose: 'two-factor keys' },
  { table: 'deleted_clients', key: 'client_id', column: 'sealed', purpose: 'deleted clients' },
  { table: 'text_messages', key: 'text_message_id', column: 'sealed', purpose: 'text messages' },
  { table: 'webhook_secrets', key: 'key_id', column: 'sealed', purpose: 'webhook secrets' },
];

/**
 * Seals with the present secret and master key everything that an earlier one has sealed, so that the old one can be
 * removed.
 *
 * @throws OperatorFault while the vault does not answer
 */
export async function reseal(context: AppContext, { operator }: { operator: string }): Promise<Resealed[]> {
  const keys = await rewrapKeys(context).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    const said = 'The key service does not answer. What was sealed stays so: try again once it does.';
    throw new OperatorFault(said, { cause: error });
  });
  return context.db.transaction().execute(async (trx) => {
    const done: Resealed[] = [keys];
    for (const column of sealedColumns) done.push(await sealColumn(context, trx, column));
    const details = Object.fromEntries(
      done.map(({ table, sealed, lost }) => [table, `${sealed} sealed, ${lost} lost`]),
    );
    await recordAction(context, trx, { operator, action: 'secrets_sealed_anew', subject: 'all', details });
    return done;
  });
}

async function sealColumn(
  context: AppContext,
  trx: Executor,
  { table, key, column, purpose }: SealedColumn,
): Promise<Resealed> {
  const [current, ...earlier] = deriveKeys(context.config, purpose);
  const { rows } = await sql<{ id: string; text: string }>`
    select ${sql.ref(key)}::text as id, ${sql.ref(column)} as text from ${sql.table(table)} where ${sql.ref(column)} <> ''
  `.execute(trx);
  const done = { table, sealed: 0, lost: 0 };
  for (const { id, text } of rows) {
    if (tryOpen([current], text) !== undefined) continue;
    const opened = tryOpen(earlier, text);
    if (opened === undefined) {
      done.lost += 1;
      continue;
    }
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${sealText(current, context.random, opened)}
      where ${sql.ref(key)}::text = ${id} and ${sql.ref(column)} = ${text}
    `.execute(trx);
    done.sealed += 1;
  }
  return done;
}

function tryOpen([key, ...others]: readonly KeyObject[], text: string): string | undefined {
  if (key === undefined) return undefined;
  try {
    return openText([key, ...others], text);
  } catch {
    return undefined;
  }
}
