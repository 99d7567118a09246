import { listAffiliatePayoutsEndpoint } from '@causeway/contract/endpoints/list-affiliate-payouts.generated';
import { listAffiliateRewardsEndpoint } from '@causeway/contract/endpoints/list-affiliate-rewards.generated';
import { useCallback, useState } from 'react';
import { pageSize } from '../../parts/list/list-end.tsx';
import { type Period, daysOf } from '../../parts/list/period.ts';
import { PeriodDays, PeriodSelect } from '../../parts/list/period-fields.tsx';
import { usePages } from '../../parts/list/use-pages.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ListRow } from '../../ui/layout/list-row.tsx';
import { type AffiliateParts, AffiliateFrame, signed } from './affiliate-frame.tsx';
import styles from './affiliate.module.css';
import { DayList } from './day-list.tsx';

const periods = ['all', 'today', 'week', 'month', 'days'] as const;
type StatementPeriod = Period & { period: (typeof periods)[number] };

/** Rewards by deal, by day (2.1-12, 3-53, A-115). */
export function StatementScreen({ parts }: { parts: AffiliateParts }) {
  const t = useTexts();
  const { api } = useRuntime();
  const [period, setPeriod] = useState<StatementPeriod>({ period: 'all', from: '', to: '' });
  const load = useCallback(
    async (start: number, signal: AbortSignal) => {
      const [timeFrom, timeTo] = daysOf(period, new Date());
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const days = { ...(timeFrom !== '' && { timeFrom }), ...(timeTo !== '' && { timeTo }), timeZone };
      const fields = { ...days, start: String(start), length: String(pageSize) };
      const { data, recordsTotal } = await api.call(listAffiliateRewardsEndpoint, fields, { signal });
      return { rows: data, total: recordsTotal };
    },
    [api, period],
  );
  const pages = usePages(load);
  const change = (part: Partial<StatementPeriod>) => setPeriod((before) => ({ ...before, ...part }));
  return (
    <AffiliateFrame page="statement" parts={parts}>
      <div role="group" aria-label={t('tpl:transactions:filters')} className={styles.filters}>
        <PeriodSelect value={period} periods={periods} onChange={change} />
        <PeriodDays value={period} onChange={change} />
      </div>
      <DayList
        pages={pages}
        empty={
          period.period === 'all' ? (
            <EmptyState title={t('tpl:affiliate:no_rewards')}>{t('tpl:affiliate:no_rewards_text')}</EmptyState>
          ) : (
            <EmptyState title={t('tpl:transactions:none_title')}>{t('tpl:transactions:none_text')}</EmptyState>
          )
        }
        total={(count) => t('tpl:affiliate:rewards', { count })}
        render={({ niceId, level, amount, reward, currency }) => (
          <ListRow
            icon={reward.startsWith('-') ? 'history' : 'gift'}
            title={t(reward.startsWith('-') ? 'tpl:affiliate:taken_back' : 'tpl:affiliate:of_level', { level })}
            text={
              <>
                {t('tpl:affiliate:deal_of', { amount: parts.show(amount, currency) })}
                <span className={styles.quiet}>{niceId}</span>
              </>
            }
            end={<span className={`num ${styles.reward}`}>{signed(reward, currency, parts.show)}</span>}
          />
        )}
      />
    </AffiliateFrame>
  );
}

/** What was paid to the balance (2.1-12, 3-53, A-115). */
export function PayoutsScreen({ parts }: { parts: AffiliateParts }) {
  const t = useTexts();
  const { api } = useRuntime();
  const load = useCallback(
    async (start: number, signal: AbortSignal) => {
      const fields = { start: String(start), length: String(pageSize) };
      const { data, recordsTotal } = await api.call(listAffiliatePayoutsEndpoint, fields, { signal });
      return { rows: data, total: recordsTotal };
    },
    [api],
  );
  const pages = usePages(load);
  return (
    <AffiliateFrame page="payouts" parts={parts}>
      <DayList
        pages={pages}
        empty={<EmptyState title={t('tpl:affiliate:no_payouts')}>{t('tpl:affiliate:no_payouts_text')}</EmptyState>}
        total={(count) => t('tpl:affiliate:payouts_count', { count })}
        render={({ niceId, amount, currency, status }) => (
          <ListRow
            icon="arrow-down-to-line"
            title={t(`tpl:affiliate:payout_${status}`)}
            text={niceId}
            end={<span className={`num ${styles.reward}`}>{parts.show(amount, currency)}</span>}
          />
        )}
      />
    </AffiliateFrame>
  );
}
