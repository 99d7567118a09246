import type { listOperations } from '@causeway/contract/calls/list-operations';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { CurrencyConfigEntry } from '@causeway/contract/shapes/site-config';
import { type ReactNode, useState } from 'react';
import { dayTimeText, dayTitle } from '../../lib/days/day-text.ts';
import { groupByDay } from '../../lib/days/group-by-day.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { nameOf, showAmount, showFigure } from '../../lib/format/show-amount.ts';
import type { Translate } from '../../lib/i18n/texts.ts';
import { ToneMark } from '../../parts/order/tone-mark.tsx';
import { useDrawnOnce } from '../../parts/list/use-pages.ts';
import { TransactionLink } from '../../parts/order/transaction-link.tsx';
import { follow } from '../../parts/page/follow.ts';
import type { IconName } from '../../ui/icons/icon-names.ts';
import { Tile } from '../../ui/layout/list-row.tsx';
import { RowTable, type TableRow } from '../../ui/table/row-table.tsx';
import styles from './operations.module.css';

type Answer = AnswerOf<typeof listOperations>;
/** A row of the answer, with what its worth is in. */
export type Operation = Answer['data'][number] & Pick<Answer, 'worthCurrency'>;

export const withCurrency = ({ data, worthCurrency }: Answer): Operation[] =>
  data.map((row) => ({ ...row, worthCurrency }));
type Currencies = Readonly<Record<string, CurrencyConfigEntry>>;

export interface OperationLinks {
  currencies: Currencies;
  hrefOf: (niceId: string) => string;
  onOpen: (niceId: string) => void;
  /** Stands in place of amounts that are hidden. */
  covered?: ReactNode;
}

const icons: Readonly<Record<Operation['type'], IconName>> = {
  deposit: 'arrow-down-to-line',
  withdrawal: 'arrow-up-from-line',
  exchange: 'arrow-left-right',
  refund: 'history',
  affiliate: 'gift',
  other: 'receipt',
};

const tones = { pending: 'waiting', finished: 'done', canceled: 'failed' } as const;

type KeyedOperation = Operation & { place: string | number };

interface OperationTableProps {
  rows: readonly KeyedOperation[];
  links: OperationLinks;
  /** Under their days. */
  days?: boolean;
}

/** The operations as a table. */
export function OperationTable({ rows, links, days }: OperationTableProps) {
  const t = useTexts();
  const { texts } = useRuntime();
  const [now] = useState(() => new Date());
  const language = texts.language();
  const draw = useDrawnOnce(
    (row: KeyedOperation) => operationRow(row, { links, t, date: dayTimeText(row.createdAt, now, language) }),
    links.covered ?? links.currencies,
  );
  const groups = days
    ? groupByDay(rows).map(({ day, rows: ofDay }) => ({
        key: day,
        title: dayTitle(day, now, { language, t }),
        rows: ofDay.map(draw),
      }))
    : [{ key: 'all', rows: rows.map(draw) }];
  return (
    <RowTable
      label={t('tpl:operations:title')}
      columns={[
        t('tpl:operations:operation'),
        t('tpl:transactions:date'),
        t('tpl:transactions:status'),
        t('tpl:transactions:amount'),
      ]}
      groups={groups}
    />
  );
}

/** What came or went: what it was, how far it is, and how much; it leads to its order where it has one. */
function operationRow(
  row: KeyedOperation,
  { links, t, date }: { links: OperationLinks; t: Translate; date: string },
): TableRow {
  const { niceId, type, status, txLink, deposit } = row;
  const fee = links.covered ? '' : row.fee;
  const entry = links.currencies[row.currency];
  const show = (amount: string) => `${showFigure(amount, entry, t)}\u00A0${nameOf(entry, row.currency)}`;
  const isOut = row.amount.startsWith('-');
  return {
    key: row.place,
    lead: <Tile icon={icons[type]} />,
    title: t(`tpl:operations:type_${type}`),
    date,
    status: (
      <span className={styles.status}>
        <ToneMark tone={tones[status]} />
        {t(`tpl:operations:status_${status}`)}
      </span>
    ),
    detail: (deposit || fee !== '' || txLink !== '') && (
      <>
        {deposit && <span className={styles.fee}>{depositText(deposit, t)}</span>}
        {fee !== '' && <span className={styles.fee}>{t('tpl:operations:fee', { amount: show(fee) })}</span>}
        {txLink !== '' && (
          <TransactionLink
            txid={txLink.split('/').at(-1) ?? ''}
            href={txLink}
            short={t('tpl:operations:transaction')}
          />
        )}
      </>
    ),
    amount: links.covered ?? (
      <>
        <span className={`num ${styles.amount}`}>
          {isOut ? '−' : '+'}
          {'\u00A0'}
          {show(row.amount.replace('-', ''))}
        </span>
        {row.worth !== '' && (
          <span className={`num ${styles.fee} ${styles.worth}`}>
            {t('tpl:operations:worth', { amount: showAmount(row.worth, row.worthCurrency, links.currencies, t) })}
          </span>
        )}
      </>
    ),
    ...(niceId !== '' && { href: links.hrefOf(niceId), onPress: follow(() => links.onOpen(niceId)) }),
  };
}

function depositText(deposit: NonNullable<Operation['deposit']>, t: Translate): string {
  if (deposit.isBelowMinimum === 1) return t('tpl:operations:below');
  return t('tpl:payment:deposit_confirmations', {
    seen: Math.min(deposit.confirmations, deposit.confirmationsNeeded),
    needed: deposit.confirmationsNeeded,
  });
}
