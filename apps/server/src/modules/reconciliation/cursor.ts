import type { Db } from '../../database/db.ts';

/** Sorts before every id. */
export const beforeAll = '00000000-0000-0000-0000-000000000000';

interface Cursor {
  /** The last id of the page before this one. */
  after: string;
  /**
   * Records that a page was compared: the next run continues behind its last id, or starts again after the last page.
   */
  moveOn(ids: readonly string[]): Promise<void>;
}

/** Where a list that is compared page by page, a page a run, continues. */
export async function openCursor(db: Db, { name, size }: { name: string; size: number }): Promise<Cursor> {
  const row = await db
    .selectFrom('reconciliationCursors')
    .select('orderId')
    .where('name', '=', name)
    .executeTakeFirst();
  return {
    after: row?.orderId ?? beforeAll,
    moveOn: async (ids) => {
      // The column is named for the first of the lists.
      const orderId = (ids.length < size ? undefined : ids.at(-1)) ?? beforeAll;
      await db
        .insertInto('reconciliationCursors')
        .values({ name, orderId })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ orderId }))
        .execute();
    },
  };
}
