import type { Order } from '@causeway/contract/shapes/order';
import type { CurrencyConfigEntry } from '@causeway/contract/shapes/site-config';
import { isActionStatus } from '@causeway/domain/orders/order-status';
import { nameOf, showAmount } from '../../../lib/format/show-amount.ts';
import type { Translate } from '../../../lib/i18n/texts.ts';
import { labelText, orderLabel } from '../../../parts/order/order-label.ts';
import { PairBadge } from '../../../parts/currency/pair-badge.tsx';
import { statusTone } from '../../../parts/order/status-tone.ts';
import { ToneMark } from '../../../parts/order/tone-mark.tsx';
import { follow } from '../../../parts/page/follow.ts';
import { useTexts } from '../../../platform/runtime.ts';
import type { TableRow } from '../../../ui/table/row-table.tsx';
import styles from '../transactions.module.css';

type Currencies = Readonly<Record<string, CurrencyConfigEntry>>;

export interface TransactionRowProps {
  currencies: Currencies;
  hrefOf: (niceId: string) => string;
  onOpen: (niceId: string) => void;
}

/** An order in the list: its currencies, status and amounts; a partner also sees its payer. */
export function transactionRow(
  order: Order,
  { currencies, hrefOf, onOpen, t, date }: TransactionRowProps & { t: Translate; date: string },
): TableRow {
  const badge = (code: string) => {
    const entry = currencies[code];
    return { code, isCrypto: entry?.isCrypto === 1, color: entry?.color, symbol: entry?.symbol };
  };
  const name = (code: string) => nameOf(currencies[code], code);
  const amount = (text: string, code: string) => showAmount(text, code, currencies, t);
  const worth = (then: string) =>
    then !== '' && (
      <span className={`num ${styles.worth}`}>
        {t('tpl:transactions:worth', { amount: amount(then, order.worth.currency) })}
      </span>
    );
  const whose = [order.email, order.partnerOrderId].filter((part) => part !== '').join(' · ');
  return {
    key: order.niceId,
    lead: <PairBadge payin={badge(order.payinCurrency)} payout={badge(order.payoutCurrency)} />,
    title: t('tpl:transactions:pair', { payin: name(order.payinCurrency), payout: name(order.payoutCurrency) }),
    date,
    status: <Status order={order} isPayinCrypto={badge(order.payinCurrency).isCrypto} />,
    detail: order.isPartnerRole === 1 && whose !== '' && <span className={styles.whose}>{whose}</span>,
    amount: (
      <>
        <span className={`num ${styles.paid}`}>{amount(order.payinAmount, order.payinCurrency)}</span>
        {worth(order.worth.payin)}
        <span className={`num ${styles.got}`}>{amount(order.payoutAmount, order.payoutCurrency)}</span>
        {worth(order.worth.payout)}
      </>
    ),
    href: hrefOf(order.niceId),
    onPress: follow(() => onOpen(order.niceId)),
  };
}

function Status({ order, isPayinCrypto }: { order: Order; isPayinCrypto: boolean }) {
  const t = useTexts();
  const tone = statusTone(order);
  return (
    <span className={styles.status}>
      <ToneMark tone={tone} />
      <span className={tone === 'act' ? styles.act : undefined}>{statusText(order, isPayinCrypto, t)}</span>
    </span>
  );
}

/** The order's label, and beside "act now" the action. */
function statusText(order: Order, isPayinCrypto: boolean, t: Translate): string {
  const label = orderLabel({ ...order, isPayinCrypto });
  const isPlain = label === `status_${order.status}`;
  return isPlain && isActionStatus(order.status) ? t(`tpl:transactions:act_${order.status}`) : labelText(label, t);
}
