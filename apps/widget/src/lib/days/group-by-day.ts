import { localDay } from './local-day.ts';

export interface DayGroup<Row> {
  /** YYYY-MM-DD in the reader's time zone. */
  day: string;
  rows: Row[];
}

/** Rows under their days, both in the order in which the rows come. */
export function groupByDay<Row extends { createdAt: number }>(rows: readonly Row[]): DayGroup<Row>[] {
  const groups: DayGroup<Row>[] = [];
  for (const row of rows) {
    const day = localDay(new Date(row.createdAt * 1000));
    const last = groups.at(-1);
    if (last?.day === day) last.rows.push(row);
    else groups.push({ day, rows: [row] });
  }
  return groups;
}
