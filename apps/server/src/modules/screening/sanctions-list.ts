import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';
import type { SanctionsList } from '../../providers/sanctions/port.ts';
import { nameParts } from './name-parts.ts';

/**
 * The lists that operators loaded. A name is on one when all of its parts are in an entry, or all of an entry's in it;
 * one part alone says nothing.
 */
export function createLoadedList(executor: Executor): SanctionsList {
  return {
    async find(name) {
      const parts = nameParts(name);
      if (parts.length < 2) return [];
      const { rows } = await sql<{ list: string; entry: string; date: string }>`
        select list, entry, list_date::text as date from sanctions_entries
        where parts @> ${parts}::text[] or (parts <@ ${parts}::text[] and cardinality(parts) >= 2)
        order by list, entry limit 20
      `.execute(executor);
      return rows;
    },
  };
}

/**
 * Puts the entries of a list in place of those that it had.
 *
 * @param mayLose asked before entries of now are lost, with how many: what it answers leaves everything as it is
 * @returns how many there are, the date of a newer one, or that answer
 */
export async function replaceList(
  trx: Executor,
  { list, date, names }: { list: string; date: string; names: readonly string[] },
  mayLose: (count: number) => Promise<string | undefined>,
): Promise<{ count: number } | { newer: string } | { asked: string }> {
  await sql`select pg_advisory_xact_lock(hashtext(${`sanctions:${list}`}))`.execute(trx);
  const { rows } = await sql<{ date: string | null }>`
    select max(list_date)::text as date from sanctions_entries where list = ${list}
  `.execute(trx);
  const known = rows[0]?.date ?? '';
  if (known > date) return { newer: known };
  const entries = [...new Set(names)].flatMap((entry) => {
    const parts = nameParts(entry);
    return parts.length < 2 ? [] : [{ list, entry, parts, listDate: date }];
  });
  const kept = new Set(entries.map(({ parts }) => parts.join(' ')));
  const before = await trx.selectFrom('sanctionsEntries').select('parts').where('list', '=', list).execute();
  const lost = before.filter(({ parts }) => !kept.has(parts.join(' '))).length;
  const asked = lost === 0 || entries.length === 0 ? undefined : await mayLose(lost);
  if (asked !== undefined) return { asked };
  await trx.deleteFrom('sanctionsEntries').where('list', '=', list).execute();
  for (let at = 0; at < entries.length; at += 1000)
    await trx
      .insertInto('sanctionsEntries')
      .values(entries.slice(at, at + 1000))
      .execute();
  return { count: entries.length };
}
