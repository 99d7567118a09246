import type { Pages, Placed } from '../../parts/list/use-pages.ts';
import { type ReactNode, useId, useState } from 'react';
import { LoadingLines } from './affiliate-frame.tsx';
import { groupByDay } from '../../lib/days/group-by-day.ts';
import { ListEnd } from '../../parts/list/list-end.tsx';
import { useTexts, useRuntime } from '../../platform/runtime.ts';
import { dayText, nearness } from '../../lib/days/day-text.ts';
import text from '../../ui/layout/text.module.css';
import styles from './affiliate.module.css';

interface DayListProps<Row> {
  pages: Pages<Row>;
  empty: ReactNode;
  total: (count: number) => string;
  render: (row: Row) => ReactNode;
}

export function DayList<Row extends { createdAt: number }>({ pages, empty, total, render }: DayListProps<Row>) {
  const { page, isLoading } = pages;
  return (
    <>
      {page === undefined && isLoading && <LoadingLines height={64} />}
      {page?.rows.length === 0 && empty}
      {page && groupByDay(page.rows).map(({ day, rows }) => <Day key={day} day={day} rows={rows} render={render} />)}
      <ListEnd pages={pages} />
      <p className="vh" role="status">
        {page && !isLoading && total(page.total)}
      </p>
    </>
  );
}

function Day<Row>({
  day,
  rows,
  render,
}: {
  day: string;
  rows: readonly Placed<Row>[];
  render: (row: Row) => ReactNode;
}) {
  const id = useId();
  const t = useTexts();
  const { texts } = useRuntime();
  const [now] = useState(() => new Date());
  const date = dayText(day, now, texts.language());
  const near = nearness(day, now);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={text.eyebrow}>
        {near ? t(`tpl:transactions:day_${near}`, { date }) : date}
      </h2>
      <ul className={styles.list}>
        {rows.map((row) => (
          <li key={row.place}>{render(row)}</li>
        ))}
      </ul>
    </section>
  );
}
