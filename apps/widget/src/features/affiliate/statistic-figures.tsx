import type { AnswerOf } from '@causeway/contract/define-call';
import type { listAffiliateStatistics } from '@causeway/contract/calls/list-affiliate-statistics';
import { useTexts, useRuntime } from '../../platform/runtime.ts';
import { barsOf, daysBefore } from './statistic-rules.ts';
import { useState } from 'react';
import { dayText } from '../../lib/days/day-text.ts';
import { Card } from '../../ui/layout/card.tsx';
import styles from './affiliate.module.css';
import { type AffiliateParts, signed } from './affiliate-frame.tsx';

export type Row = AnswerOf<typeof listAffiliateStatistics>['data'][number];

export function Chart({ rows, from, to }: { rows: readonly Row[]; from: string; to: string }) {
  const t = useTexts();
  const { texts } = useRuntime();
  const bars = barsOf(rows, from, to);
  const currency = rows[0]?.currency ?? '';
  const title = t(
    bars.length > 0 && bars[1] !== undefined && isWeek(bars) ? 'tpl:affiliate:weekly' : 'tpl:affiliate:daily',
  );
  const [now] = useState(() => new Date());
  const day = (date: string) => dayText(date, now, texts.language());
  return (
    <Card>
      <p className={styles.head}>
        {title} <span>{currency}</span>
      </p>
      <div
        className={styles.bars}
        role="img"
        aria-label={`${title}, ${currency}: ${bars.map((bar) => `${day(bar.from)} ${bar.reward}`).join(', ')}`}
      >
        {bars.map((bar) => (
          <i key={bar.from} style={{ blockSize: `${bar.height}%` }} />
        ))}
      </div>
      <p className={styles.ends} aria-hidden="true">
        <span>{day(bars[0]?.from ?? from)}</span>
        <span>{day(to)}</span>
      </p>
    </Card>
  );
}

function isWeek([, second, third]: readonly { from: string }[]): boolean {
  return second !== undefined && third !== undefined && daysBefore(third.from, 7) === second.from;
}

const columns = ['visits', 'signups', 'deals'] as const;

export function Table({ rows, show }: { rows: readonly Row[]; show: AffiliateParts['show'] }) {
  const t = useTexts();
  const { texts } = useRuntime();
  const [now] = useState(() => new Date());
  return (
    <table className={styles.table}>
      <caption className="vh">{t('tpl:affiliate:statistic')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('tpl:affiliate:day')}</th>
          {columns.map((name) => (
            <th key={name} scope="col">
              {t(`tpl:affiliate:${name}`)}
            </th>
          ))}
          <th scope="col">{t('tpl:affiliate:reward')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.date}>
            <td>{dayText(row.date, now, texts.language())}</td>
            {columns.map((name) => (
              <td key={name} className="num">
                {row[name]}
              </td>
            ))}
            <td className={`num ${styles.reward}`}>{signed(row.reward, row.currency, show)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
