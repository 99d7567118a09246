const pageMax = 100;

/** A page of a list that has the newest first: what was made since a moment, oldest first, behind the row given. */
export function pageSince<Row extends { id: string; created_at: number }>(
  newestFirst: readonly Row[],
  since: number,
  after: string,
): Row[] {
  const rows = newestFirst.toReversed().filter((row) => row.created_at >= since);
  const from = rows.findIndex(({ id }) => id === after) + 1;
  return rows.slice(from, from + pageMax);
}
