import type { getPriceHistory } from '@causeway/contract/calls/get-price-history';
import type { AnswerOf } from '@causeway/contract/define-call';
import { getPriceHistoryEndpoint } from '@causeway/contract/endpoints/get-price-history.generated';
import { useState } from 'react';
import { dayText, timeText } from '../../../lib/format/moment-text.ts';
import { showPercent } from '../../../lib/format/show-amount.ts';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { useLoaded } from '../../../platform/use-loaded.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Segmented } from '../../../ui/buttons/segmented.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Disclosure } from '../../../ui/layout/disclosure.tsx';
import { Popup } from '../../../ui/layout/popup.tsx';
import styles from './price-chart.module.css';
import { PricePlot } from './price-plot.tsx';
import { thinOut } from './thin-out.ts';

const periods = ['day', 'week', 'month', 'year'] as const;
type Period = (typeof periods)[number];
type Answer = AnswerOf<typeof getPriceHistory>;

interface PairProps {
  base: string;
  quote: string;
  show: (amount: string, code: string) => string;
}

/** What one unit cost over a day, a week, a month or a year: its change, a line, and the same as a table (C-90). */
export function PriceSheet({ onClose, ...pair }: PairProps & { onClose: () => void }) {
  const t = useTexts();
  const [period, setPeriod] = useState<Period>('week');
  const one = pair.show('1', pair.base).replace(/[.,]0+/, '');
  return (
    <Popup open onClose={onClose} title={t('tpl:chart:title', { one })} closeLabel={t('tpl:common:close')}>
      <div className={styles.chart}>
        <Segmented
          label={t('tpl:transactions:time')}
          name="price-period"
          value={period}
          options={periods.map((value) => ({ value, text: t(`tpl:chart:${value}`) }))}
          onChange={setPeriod}
        />
        <History key={`${period} ${pair.base} ${pair.quote}`} period={period} {...pair} />
        <Disclosure title={t('tpl:chart:kinds')}>
          <div className={styles.kinds}>
            <p>{t('tpl:chart:floating')}</p>
            <p>{t('tpl:chart:fixed')}</p>
          </div>
        </Disclosure>
        <p className={styles.quiet}>{t('tpl:chart:market')}</p>
      </div>
    </Popup>
  );
}

function History({ period, base, quote, show }: PairProps & { period: Period }) {
  const t = useTexts();
  const { api } = useRuntime();
  const { data, error, again } = useLoaded(() => api.call(getPriceHistoryEndpoint, { base, quote, period }));
  if (error !== undefined)
    return <Callout action={<LinkButton onClick={again}>{t('tpl:common:try_again')}</LinkButton>}>{error}</Callout>;
  if (data === undefined)
    return (
      <div aria-busy="true">
        <Skeleton width="100%" height="276px" />
      </div>
    );
  return <Drawn {...data} period={period} show={(price) => show(price, quote)} />;
}

type DrawnProps = Pick<Answer, 'change' | 'points'> & { period: Period; show: (price: string) => string };

function Drawn({ change, points, period, show }: DrawnProps) {
  const t = useTexts();
  const language = useRuntime().texts.language();
  const [pointed, setPointed] = useState<number>();
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2)
    return <p className={styles.quiet}>{t('tpl:chart:unknown')}</p>;
  const day = (at: number) => dayText(at, language);
  const moment = (at: number) =>
    period === 'day' || period === 'week' ? `${day(at)}, ${timeText(new Date(at * 1000), language)}` : day(at);
  const shown = (pointed === undefined ? undefined : points[pointed]) ?? last;
  const fell = change.startsWith('-');
  const percent = showPercent(change.replace('-', ''), t);
  const changeText = t(fell ? 'tpl:chart:fell' : 'tpl:chart:rose', { percent, period });
  const prices = { first: show(first.price), last: show(last.price), from: moment(first.at), to: moment(last.at) };
  return (
    <>
      <p className={styles.now}>
        <b className="num">{show(shown.price)}</b>{' '}
        {pointed === undefined ? (
          <span className={fell ? styles.fell : styles.rose}>
            <span aria-hidden="true">{fell ? '▼' : '▲'}</span> {changeText}
          </span>
        ) : (
          <span className={styles.quiet}>{moment(shown.at)}</span>
        )}
      </p>
      <PricePlot
        points={points}
        label={`${t('tpl:home:value_summary', prices)}. ${changeText}`}
        axis={(at) => (period === 'day' ? timeText(new Date(at * 1000), language) : shortDay(at, language))}
        price={show}
        onPoint={setPointed}
      />
      <Disclosure title={t('tpl:home:value_table')}>
        <table className={styles.table}>
          <caption className="vh">{changeText}</caption>
          <thead>
            <tr>
              <th scope="col">{t('tpl:transactions:date')}</th>
              <th scope="col">{t('tpl:chart:price')}</th>
            </tr>
          </thead>
          <tbody>
            {thinOut(points)
              .toReversed()
              .map(({ at, price }) => (
                <tr key={at}>
                  <td>{moment(at)}</td>
                  <td className="num">{show(price)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </Disclosure>
    </>
  );
}

/** '3 Jun': an axis has little room. */
function shortDay(at: number, language: string): string {
  const format = { day: 'numeric', month: 'short' } as const;
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, format).format(new Date(at * 1000));
}
