import type { Order } from '@causeway/contract/shapes/order';
import { isFinalStatus } from '@causeway/domain/orders/order-status';
import { cardText } from '../../../lib/format/card-text.ts';
import { showFigure } from '../../../lib/format/show-amount.ts';
import { dateText } from '../../../lib/format/moment-text.ts';
import { OrderHero } from '../../../parts/order/order-hero.tsx';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import type { OrderParts } from '../order-parts.ts';

/** What an order is about: the amount to get, and what for. */
export function OrderHeadline(parts: OrderParts) {
  const { order, payoutEntry, show, receiver, payinKind: payin, payoutKind: payout } = parts;
  const t = useTexts();
  const { texts } = useRuntime();
  const isDone = order.status === 'finished';
  const isOver = isFinalStatus(order.status);
  const { worth } = order;
  const inMoney = (amount: string) => t('tpl:home:worth', { amount: show(amount, worth.currency) });
  const coins = show(order.payinAmount, order.payinCurrency);
  const paid = worth.payin === '' ? coins : `${coins} (${inMoney(worth.payin)})`;
  return (
    <OrderHero
      finished={isDone}
      title={
        isDone
          ? t('tpl:order:sent_title', { receiver, payout })
          : t(isOver ? 'tpl:order:ended_title' : 'tpl:order:getting', { receiver })
      }
      amount={showFigure(order.payoutAmount, payoutEntry, t)}
      exact={order.payoutAmount}
      code={order.payoutCurrency}
      worth={worth.payout !== '' && t('tpl:order:worth', { amount: show(worth.payout, worth.currency) })}
      text={
        isDone
          ? t('tpl:order:paid_on', { amount: paid, date: unbroken(dateText(doneAt(order), texts.language())) })
          : t('tpl:order:for_amount', {
              amount: paid,
              payin,
              group: order.payinGroup,
              method: payin === 'crypto' || payin === 'other' ? '' : t(`tpl:group:${order.payinGroup}`),
              card: order.cardLast4 === '' ? '' : ` · ${cardText(order)}`,
            })
      }
    />
  );
}

/** A day and its time stay in one line. */
function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00A0');
}

function doneAt({ history, now }: Order): number {
  return history.find((event) => event.status === 'finished')?.at ?? now;
}
