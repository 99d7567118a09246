import type { Order } from '@causeway/contract/shapes/order';
import type { Translate } from '../../../lib/i18n/texts.ts';
import type { TimelineRow } from '../rules/timeline.ts';

type Show = (amount: string, code: string) => string;

/** What a row of the timeline says. */
export function rowTexts(
  { key, state }: TimelineRow,
  order: Order,
  show: Show,
  t: Translate,
): { title: string; text?: string } {
  const { details, payoutConfirmations: seen, payoutConfirmationsNeeded: needed } = order;
  const rate = show(details.rate, details.rateQuote);
  const amount = show(order.payinAmount, order.payinCurrency);
  switch (key) {
    case 'placed':
      return { title: t('tpl:order:row_placed') };
    case 'action':
      return { title: t(`tpl:order:status_${order.status}`) };
    case 'paid':
      return {
        title: t(`tpl:order:row_paid_${state === 'done' ? 'done' : 'wait'}`, { group: order.payinGroup }),
        text: amount,
      };
    case 'exchanged':
      if (state !== 'done') return { title: t('tpl:order:row_exchange') };
      return {
        title: t('tpl:order:row_exchanged', { rate }),
        text: t('tpl:order:row_fees', { amount: show(details.totalFee, details.payinCurrency) }),
      };
    case 'sent':
      if (state !== 'now') return { title: t('tpl:order:row_send') };
      return {
        title: t('tpl:order:row_send'),
        text:
          seen < 0
            ? t('tpl:order:row_preparing')
            : t('tpl:order:row_confirmations', { seen, needed, minutes: order.durationMinutes }),
      };
    case 'done':
      return { title: t('tpl:order:row_done') };
    case 'ended':
      return { title: t(`tpl:order:status_${order.status}`), text: t(`tpl:order:ended_${order.status}`) };
  }
}
