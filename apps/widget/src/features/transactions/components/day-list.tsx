import type { Order } from '@causeway/contract/shapes/order';
import { useId, useState } from 'react';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import text from '../../../ui/layout/text.module.css';
import { dayText, nearness } from '../../../lib/days/day-text.ts';
import { groupByDay } from '../../../lib/days/group-by-day.ts';
import styles from '../transactions.module.css';
import { TransactionRow, type Currencies } from './transaction-row.tsx';

export interface DayListProps {
  rows: readonly Order[];
  currencies: Currencies;
  hrefOf: (niceId: string) => string;
  onOpen: (niceId: string) => void;
}

/** The transactions under their days. */
export function DayList({ rows, ...rest }: DayListProps) {
  return groupByDay(rows).map(({ day, rows: ofDay }) => <Day key={day} day={day} rows={ofDay} {...rest} />);
}

function Day({ day, rows, currencies, hrefOf, onOpen }: DayListProps & { day: string }) {
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
      <ul className={styles.list}>
        {rows.map((order) => (
          <li key={order.niceId}>
            <TransactionRow
              order={order}
              currencies={currencies}
              href={hrefOf(order.niceId)}
              onOpen={() => onOpen(order.niceId)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
