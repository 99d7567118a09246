import type { Executor } from '../database/db.ts';
import type { Posting } from './posting.ts';

export interface StoredEntry {
  entryId: string;
  kind: string;
  reference: string;
  postings: Posting[];
}

/**
 * An entry with its postings, or `undefined`.
 *
 * @throws Error when its month is archived
 */
export async function readEntry(
  executor: Executor,
  by: { entryId: string } | { idempotencyKey: string },
): Promise<StoredEntry | undefined> {
  const keys = executor
    .selectFrom('ledgerKeys as key')
    .leftJoin('ledgerEntries as entry', 'entry.entryId', 'key.entryId')
    .select(['key.entryId', 'key.idempotencyKey', 'kind', 'reference', 'givers', 'takers', 'amounts', 'currencies']);
  const row = await (
    'entryId' in by ? keys.where('key.entryId', '=', by.entryId) : keys.where('idempotencyKey', '=', by.idempotencyKey)
  ).executeTakeFirst();
  if (row === undefined) return undefined;
  const { entryId, idempotencyKey, kind, reference, givers, takers, amounts, currencies } = row;
  if (kind === null || reference === null)
    throw new Error(`The ledger entry ${idempotencyKey} is archived: restore its month to look at it.`);
  const postings = (amounts ?? []).map((amount, index) => ({
    from: givers?.[index] ?? '',
    to: takers?.[index] ?? '',
    amount,
    currency: currencies?.[index] ?? '',
  }));
  return { entryId, kind, reference, postings };
}
