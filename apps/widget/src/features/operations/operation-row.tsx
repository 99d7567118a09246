import type { listOperations } from '@causeway/contract/calls/list-operations';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { CurrencyConfigEntry } from '@causeway/contract/shapes/site-config';
import { formatMoney } from '@causeway/domain/money/format-money';
import { nameOf, precisionOf } from '../../lib/format/show-amount.ts';
import { ToneMark } from '../../parts/order/tone-mark.tsx';
import { TransactionLink } from '../../parts/order/transaction-link.tsx';
import { follow } from '../../parts/page/follow.ts';
import { useTexts } from '../../platform/runtime.ts';
import type { IconName } from '../../ui/icons/icon-names.ts';
import { ListRow } from '../../ui/layout/list-row.tsx';
import styles from './operations.module.css';

export type Operation = AnswerOf<typeof listOperations>['data'][number];
type Currencies = Readonly<Record<string, CurrencyConfigEntry>>;

export interface OperationLinks {
  currencies: Currencies;
  hrefOf: (niceId: string) => string;
  onOpen: (niceId: string) => void;
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

/** What came or went: what it was, how far it is, and how much; it leads to its order where it has one. */
export function OperationRow({ row, links }: { row: Operation; links: OperationLinks }) {
  const t = useTexts();
  const { niceId, type, status, fee, txLink } = row;
  const entry = links.currencies[row.currency];
  const show = (amount: string) =>
    `${formatMoney(amount, { precision: precisionOf(entry), rounding: 'down' })}\u00A0${nameOf(entry, row.currency)}`;
  const isOut = row.amount.startsWith('-');
  return (
    <>
      <ListRow
        icon={icons[type]}
        title={t(`tpl:operations:type_${type}`)}
        text={
          <>
            <span className={styles.status}>
              <ToneMark tone={tones[status]} />
              {t(`tpl:operations:status_${status}`)}
            </span>
            {fee !== '' && <span className={styles.fee}>{t('tpl:operations:fee', { amount: show(fee) })}</span>}
          </>
        }
        end={
          <span className={`num ${styles.amount}`}>
            {isOut ? '−' : '+'}
            {'\u00A0'}
            {show(row.amount.replace('-', ''))}
          </span>
        }
        {...(niceId !== '' && { href: links.hrefOf(niceId), onPress: follow(() => links.onOpen(niceId)) })}
      />
      {txLink !== '' && (
        <p className={styles.link}>
          <TransactionLink
            txid={txLink.split('/').at(-1) ?? ''}
            href={txLink}
            short={t('tpl:operations:transaction')}
          />
        </p>
      )}
    </>
  );
}
