import type { Order } from '@causeway/contract/shapes/order';
import { formatMoney } from '@causeway/domain/money/format-money';
import { isFinalStatus } from '@causeway/domain/orders/order-status';
import { cardText } from '../../../lib/format/card-text.ts';
import { dateText } from '../../../lib/format/moment-text.ts';
import { OrderHero } from '../../../parts/order-hero.tsx';
import { useRuntime, useTexts } from '../../../shell/runtime.ts';
import type { OrderScreenProps } from '../order-screen.tsx';

/** What an order is about: the amount to get, and what for. */
export function OrderHeadline({ order, precision, show }: Pick<OrderScreenProps, 'order' | 'precision' | 'show'>) {
  const t = useTexts();
  const { texts } = useRuntime();
  const isDone = order.status === 'finished';
  const title = isDone
    ? 'tpl:order:sent_title'
    : isFinalStatus(order.status)
      ? 'tpl:order:ended_title'
      : 'tpl:order:getting';
  const paid = show(order.payinAmount, order.payinCurrency);
  return (
    <OrderHero
      finished={isDone}
      title={t(title)}
      amount={formatMoney(order.payoutAmount, { precision })}
      code={order.payoutCurrency}
      text={
        isDone
          ? t('tpl:order:paid_on', { amount: paid, date: dateText(doneAt(order), texts.language()) })
          : t('tpl:order:for_amount', {
              amount: paid,
              group: order.payinGroup,
              card: order.cardLast4 === '' ? '' : ` · ${cardText(order)}`,
            })
      }
    />
  );
}

function doneAt({ history, now }: Order): number {
  return history.find((event) => event.status === 'finished')?.at ?? now;
}
