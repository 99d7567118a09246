/** Rows that are on screen, and where they go on. */
export interface Rows<Row> {
  rows: readonly Row[];
  /** Empty on the last page. */
  nextPage: string;
}

/**
 * The rows after the first page was read again: its rows, and of the earlier ones those that follow it. Where the page
 * does not reach down to them rows may be missing between, so the list begins again.
 */
export function mergeRows<Row extends { niceId: string }>(shown: Rows<Row> | undefined, first: Rows<Row>): Rows<Row> {
  const fresh = new Set(first.rows.map(({ niceId }) => niceId));
  const lastCommon = shown?.rows.findLastIndex(({ niceId }) => fresh.has(niceId)) ?? -1;
  const after = shown?.rows.slice(lastCommon + 1) ?? [];
  if (shown === undefined || lastCommon < 0 || first.nextPage === '' || after.length === 0) return first;
  return { rows: [...first.rows, ...after], nextPage: shown.nextPage };
}

/** Rows with those of the page after them, each once. */
export function appendRows<Row extends { niceId: string }>(rows: readonly Row[], next: readonly Row[]): Row[] {
  const known = new Set(rows.map(({ niceId }) => niceId));
  return [...rows, ...next.filter(({ niceId }) => !known.has(niceId))];
}
