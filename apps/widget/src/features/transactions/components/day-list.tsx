import type { Order } from '@causeway/contract/shapes/order';
import { useState } from 'react';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { dayTimeText, dayTitle } from '../../../lib/days/day-text.ts';
import { groupByDay } from '../../../lib/days/group-by-day.ts';
import { useDrawnOnce } from '../../../parts/list/use-pages.ts';
import { RowTable } from '../../../ui/table/row-table.tsx';
import { type TransactionRowProps, transactionRow } from './transaction-row.tsx';

export interface DayListProps extends TransactionRowProps {
  rows: readonly Order[];
}

/** The transactions under their days. */
export function DayList({ rows, ...rest }: DayListProps) {
  const t = useTexts();
  const { texts } = useRuntime();
  const [now] = useState(() => new Date());
  const language = texts.language();
  const draw = useDrawnOnce(
    (order: Order) => transactionRow(order, { ...rest, t, date: dayTimeText(order.createdAt, now, language) }),
    rest.currencies,
  );
  return (
    <RowTable
      wideLead
      label={t('tpl:menu:transactions')}
      columns={[
        t('tpl:transactions:order'),
        t('tpl:transactions:date'),
        t('tpl:transactions:status'),
        t('tpl:transactions:amount'),
      ]}
      groups={groupByDay(rows).map(({ day, rows: ofDay }) => ({
        key: day,
        title: dayTitle(day, now, { language, t }),
        rows: ofDay.map(draw),
      }))}
    />
  );
}
