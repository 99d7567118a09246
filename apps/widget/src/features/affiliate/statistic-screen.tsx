import { listAffiliateStatisticsEndpoint } from '@causeway/contract/endpoints/list-affiliate-statistics.generated';
import { useCallback, useState } from 'react';
import { ListEnd, pageSize } from '../../parts/list/list-end.tsx';
import { type Period, daysOf } from '../../parts/list/period.ts';
import { PeriodDays, PeriodSelect } from '../../parts/list/period-fields.tsx';
import { type LoadPage, usePages } from '../../parts/list/use-pages.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { type AffiliateParts, AffiliateFrame, LoadingLines } from './affiliate-frame.tsx';
import styles from './affiliate.module.css';
import { chartDays, daysBefore } from './statistic-rules.ts';
import { type Row, Chart, Table } from './statistic-figures.tsx';

const periods = ['week', 'month', 'quarter', 'days'] as const;
type StatisticPeriod = Period & { period: (typeof periods)[number] };

/** What the link has brought, by day: as a chart, and the same as a table (2.1-12, 3-53, A-115). */
export function StatisticScreen({ parts }: { parts: AffiliateParts }) {
  const t = useTexts();
  const { api } = useRuntime();
  const [period, setPeriod] = useState<StatisticPeriod>({ period: 'month', from: '', to: '' });
  const [from, to] = rangeOf(period);
  const load: LoadPage<Row> = useCallback(
    async (start, signal) => {
      const fields = { timeFrom: from, timeTo: to, start: String(start), length: String(pageSize) };
      const { data, recordsTotal } = await api.call(listAffiliateStatisticsEndpoint, fields, { signal });
      return { rows: data, total: recordsTotal };
    },
    [api, from, to],
  );
  const loadAll: LoadPage<Row> = useCallback(
    async (_start, signal) => {
      const fields = { timeFrom: from, timeTo: to, length: String(chartDays) };
      const { data } = await api.call(listAffiliateStatisticsEndpoint, fields, { signal });
      return { rows: data, total: data.length };
    },
    [api, from, to],
  );
  const pages = usePages(load);
  const all = usePages(loadAll).page?.rows;
  const { page, isLoading } = pages;
  return (
    <AffiliateFrame page="statistic" parts={parts}>
      <div role="group" aria-label={t('tpl:transactions:filters')} className={styles.filters}>
        <PeriodSelect
          value={period}
          periods={periods}
          onChange={(part) => setPeriod((before) => ({ ...before, ...part }))}
        />
        <PeriodDays value={period} onChange={(part) => setPeriod((before) => ({ ...before, ...part }))} />
      </div>
      {page === undefined && isLoading && <LoadingLines height={172} />}
      {page?.total === 0 && (
        <EmptyState title={t('tpl:affiliate:no_days')}>{t('tpl:affiliate:no_days_text')}</EmptyState>
      )}
      {page !== undefined && page.total > 0 && (
        <>
          {all !== undefined && <Chart rows={all} from={from} to={to} />}
          <Table rows={page.rows} show={parts.show} />
        </>
      )}
      <ListEnd pages={pages} />
      <p className="vh" role="status">
        {page && !isLoading && t('tpl:affiliate:days', { count: page.total })}
      </p>
    </AffiliateFrame>
  );
}

/** First and last day; days of the statistic are UTC, and a range without an end is the last year's. */
function rangeOf(period: StatisticPeriod): readonly [from: string, to: string] {
  const today = new Date().toISOString().slice(0, 10);
  const [from, to] = daysOf(period, new Date());
  const last = period.period === 'days' && to !== '' ? to : today;
  return [from === '' ? daysBefore(last, chartDays - 1) : from, last];
}
