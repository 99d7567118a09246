import { z } from 'zod';
import { read } from './read.ts';

const pageMax = 100;
const asked = z.object({
  reference: z.string().optional(),
  since: z.coerce.number().int().min(0).optional(),
  after: z.string().default(''),
});

/**
 * What a query asks for of a list that has the newest first: all of one reference, or a page of what was made since a
 * moment, oldest first, behind the row given.
 */
export function listAsked<Row extends { id: string; created_at: number }>(
  query: unknown,
  list: (reference?: string) => readonly Row[],
): readonly Row[] {
  const { reference, since, after } = read(asked, query);
  if (since === undefined) return list(reference);
  const rows = list(reference)
    .toReversed()
    .filter((row) => row.created_at >= since);
  const from = rows.findIndex(({ id }) => id === after) + 1;
  return rows.slice(from, from + pageMax);
}
