import { useId, useState } from 'react';
import { failureText } from '../../lib/format/error-text.ts';
import { dayText, nearness } from '../../lib/days/day-text.ts';
import { groupByDay } from '../../lib/days/group-by-day.ts';
import { localDay } from '../../lib/days/local-day.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { classNames } from '../../ui/class-names.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import layout from '../../ui/layout/layout.module.css';
import text from '../../ui/layout/text.module.css';
import { type OperationFilter, noFilter, operationStatuses, operationTypes, periods } from './operation-filter.ts';
import { type OperationLinks, OperationRow } from './operation-row.tsx';
import styles from './operations.module.css';
import { type PlacedOperation, useOperations } from './use-operations.ts';

/** Rows that a page brings. */
const pageSize = 20;
/** How many the page of the balance shows. */
const latestCount = 5;

/** What came to and went from the balance, by day, narrowed by time, type and status (3-50, 3-51). */
export function OperationsScreen(links: OperationLinks) {
  const t = useTexts();
  const [filter, setFilter] = useState(noFilter);
  const { page, isLoading, failure, more } = useOperations(filter, pageSize);
  const isNarrowed = filter !== noFilter;
  const left = page === undefined ? 0 : page.total - page.rows.length;
  return (
    <div className={classNames(layout.main, styles.main)}>
      <Filters filter={filter} onChange={(part) => setFilter({ ...filter, ...part })} />
      {page === undefined && isLoading && <LoadingRows count={latestCount} />}
      {page?.rows.length === 0 && (
        <EmptyState
          title={t(isNarrowed ? 'tpl:transactions:none_title' : 'tpl:operations:empty')}
          action={
            isNarrowed && (
              <QuietButton look="line" onClick={() => setFilter(noFilter)}>
                {t('tpl:transactions:none_clear')}
              </QuietButton>
            )
          }
        >
          {t(isNarrowed ? 'tpl:transactions:none_text' : 'tpl:operations:empty_text')}
        </EmptyState>
      )}
      {page && <Days rows={page.rows} links={links} />}
      {failure !== undefined && (
        <Note action={<LinkButton onClick={more}>{t('tpl:common:try_again')}</LinkButton>}>
          {failureText(failure, t)}
        </Note>
      )}
      {left > 0 && failure === undefined && (
        <QuietButton look="line" className={layout.push} busy={isLoading} onClick={more}>
          {t('tpl:transactions:older', { count: Math.min(pageSize, left) })}
        </QuietButton>
      )}
      <p className="vh" role="status">
        {page && !isLoading && t('tpl:operations:total', { count: page.total })}
      </p>
    </div>
  );
}

/** The newest operations, for the page of the balance. */
export function LatestOperations(links: OperationLinks) {
  const { page, isLoading, failure, more } = useOperations(noFilter, latestCount);
  const t = useTexts();
  if (page === undefined && isLoading) return <LoadingRows count={2} />;
  if (failure !== undefined)
    return (
      <Note action={<LinkButton onClick={more}>{t('tpl:common:try_again')}</LinkButton>}>
        {failureText(failure, t)}
      </Note>
    );
  if (page === undefined || page.rows.length === 0)
    return <p className={styles.fee}>{t('tpl:operations:empty_text')}</p>;
  return <Rows rows={page.rows} links={links} />;
}

function Filters({
  filter,
  onChange,
}: {
  filter: OperationFilter;
  onChange: (part: Partial<OperationFilter>) => void;
}) {
  const t = useTexts();
  const [today] = useState(() => localDay(new Date()));
  const any = { value: '' as const, text: t('tpl:transactions:any') };
  const kinds = operationTypes.map((value) => ({ value, text: t(`tpl:operations:type_${value}`) }));
  const states = operationStatuses.map((value) => ({ value, text: t(`tpl:operations:status_${value}`) }));
  const find = <Value extends string>(all: readonly { value: Value }[], value: string) =>
    all.find((option) => option.value === value)?.value;
  const times = periods.map((value) => ({ value, text: t(`tpl:transactions:period_${value}`) }));
  return (
    <div role="group" aria-label={t('tpl:transactions:filters')} className={styles.filters}>
      <SelectField
        label={t('tpl:transactions:time')}
        value={filter.period}
        options={times}
        onChange={(value) => onChange({ period: find(times, value) ?? 'all' })}
      />
      <SelectField
        label={t('tpl:operations:type')}
        value={filter.type}
        options={[any, ...kinds]}
        onChange={(value) => onChange({ type: find(kinds, value) ?? '' })}
      />
      <SelectField
        label={t('tpl:transactions:status')}
        value={filter.status}
        options={[any, ...states]}
        onChange={(value) => onChange({ status: find(states, value) ?? '' })}
      />
      {filter.period === 'days' && (
        <>
          <TextField
            type="date"
            label={t('tpl:transactions:from')}
            value={filter.from}
            max={today}
            onChange={(from) => onChange({ from })}
          />
          <TextField
            type="date"
            label={t('tpl:transactions:to')}
            value={filter.to}
            max={today}
            onChange={(to) => onChange({ to })}
          />
        </>
      )}
    </div>
  );
}

function Days({ rows, links }: { rows: readonly PlacedOperation[]; links: OperationLinks }) {
  return groupByDay(rows).map(({ day, rows: ofDay }) => <Day key={day} day={day} rows={ofDay} links={links} />);
}

function Day({ day, rows, links }: { day: string; rows: readonly PlacedOperation[]; links: OperationLinks }) {
  const id = useId();
  const t = useTexts();
  const { texts } = useRuntime();
  const [now] = useState(() => new Date());
  const date = dayText(day, now, texts.language());
  const near = nearness(day, now);
  return (
    <section aria-labelledby={id} className={styles.day}>
      <h2 id={id} className={text.eyebrow}>
        {near ? t(`tpl:transactions:day_${near}`, { date }) : date}
      </h2>
      <Rows rows={rows} links={links} />
    </section>
  );
}

function Rows({ rows, links }: { rows: readonly PlacedOperation[]; links: OperationLinks }) {
  return (
    <ul className={styles.list}>
      {rows.map((row) => (
        <li key={row.place}>
          <OperationRow row={row} links={links} />
        </li>
      ))}
    </ul>
  );
}

function LoadingRows({ count }: { count: number }) {
  return (
    <div aria-busy="true" className={styles.day}>
      {Array.from({ length: count }, (_, row) => (
        <Skeleton key={row} width="100%" height="48px" />
      ))}
    </div>
  );
}
