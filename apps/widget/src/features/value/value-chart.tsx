import type { getBalanceHistory } from '@causeway/contract/calls/get-balance-history';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { CurrencyConfigEntry } from '@causeway/contract/shapes/site-config';
import { getBalanceHistoryEndpoint } from '@causeway/contract/endpoints/get-balance-history.generated';
import { useId, useState } from 'react';
import { dayText } from '../../lib/days/day-text.ts';
import { showAmount } from '../../lib/format/show-amount.ts';
import { useLoaded } from '../../platform/use-loaded.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Segmented } from '../../ui/buttons/segmented.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { linesOf } from './chart-lines.ts';
import styles from './value-chart.module.css';

const periods = ['week', 'month', 'year', 'all'] as const;
type Points = AnswerOf<typeof getBalanceHistory>['points'];

interface ValueChartProps {
  currencies: Readonly<Record<string, CurrencyConfigEntry>>;
  /** The line without its amounts. */
  isHidden: boolean;
}

/** What the balance was worth over time: as a line, and the same as a table (C-88). */
export default function ValueChart({ currencies, isHidden }: ValueChartProps) {
  const t = useTexts();
  const id = useId();
  const [period, setPeriod] = useState<(typeof periods)[number]>('month');
  return (
    <section aria-labelledby={id} className={styles.chart}>
      <div className={styles.top}>
        <h2 id={id} className={styles.heading}>
          {t('tpl:home:value')}
        </h2>
        <Segmented
          label={t('tpl:transactions:time')}
          name="value-period"
          value={period}
          options={periods.map((value) => ({ value, text: t(`tpl:home:value_${value}`) }))}
          onChange={setPeriod}
        />
      </div>
      <History key={period} period={period} currencies={currencies} isHidden={isHidden} />
    </section>
  );
}

function History({ period, currencies, isHidden }: ValueChartProps & { period: (typeof periods)[number] }) {
  const t = useTexts();
  const { api } = useRuntime();
  const { data, error, again } = useLoaded(() => api.call(getBalanceHistoryEndpoint, { period }));
  if (error !== undefined)
    return <Callout action={<LinkButton onClick={again}>{t('tpl:common:try_again')}</LinkButton>}>{error}</Callout>;
  if (data === undefined)
    return (
      <div aria-busy="true">
        <Skeleton width="100%" height="164px" />
      </div>
    );
  const show = (value: string) => showAmount(value, data.currency, currencies, t);
  return <Drawn points={data.points} isHidden={isHidden} show={show} />;
}

const width = 600;
const height = 120;

interface DrawnProps extends Pick<ValueChartProps, 'isHidden'> {
  points: Points;
  show: (value: string) => string;
}

function Drawn({ points, isHidden, show }: DrawnProps) {
  const t = useTexts();
  const { texts } = useRuntime();
  const [now] = useState(() => new Date());
  const day = (date: string) => dayText(date, now, texts.language());
  const known = points.filter(({ value }) => value !== '');
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return <p className={styles.quiet}>{t('tpl:home:value_unknown')}</p>;
  const values = { first: show(first.value), last: show(last.value), from: day(first.day), to: day(last.day) };
  return (
    <>
      <svg
        className={styles.line}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={isHidden ? t('tpl:home:hidden') : t('tpl:home:value_summary', values)}
      >
        {linesOf(points, { width, height }).map(({ line, area }) => (
          <g key={line}>
            <path className={styles.area} d={area} />
            <path className={styles.stroke} d={line} />
          </g>
        ))}
      </svg>
      <p className={styles.ends} aria-hidden="true">
        <span>{day(points[0]?.day ?? first.day)}</span>
        <span>{day(points.at(-1)?.day ?? last.day)}</span>
      </p>
      {!isHidden && (
        <Disclosure title={t('tpl:home:value_table')}>
          <table className={styles.table}>
            <caption className="vh">{t('tpl:home:value')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('tpl:transactions:date')}</th>
                <th scope="col">{t('tpl:home:value_worth')}</th>
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map((point) => (
                <tr key={point.day}>
                  <td>{day(point.day)}</td>
                  <td className="num">{point.value === '' ? '–' : show(point.value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Disclosure>
      )}
    </>
  );
}
