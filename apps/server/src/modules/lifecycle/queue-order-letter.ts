import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { toLanguage } from '@causeway/domain/languages/languages';
import { formatAmount } from '@causeway/domain/money/format-amount';
import { formatMoney } from '@causeway/domain/money/format-money';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { queueLetter } from '../letters/queue-letter.ts';
import type { OrderRow } from './store.ts';

export type OrderLetter =
  | 'order-created'
  | 'payment-received'
  | 'order-sent'
  | 'order-finished'
  | 'order-refunded'
  | 'order-canceled'
  | 'order-expired';

/** Tells the client by e-mail, once for each kind of news about an order. */
export async function queueOrderLetter(
  context: AppContext,
  trx: Executor,
  template: OrderLetter,
  order: OrderRow,
  txid?: string,
): Promise<void> {
  await queueLetter(context, trx, {
    template,
    parameters: {
      niceId: order.niceId,
      payin: tellAmount(order.payinAmount, order.payinCurrency),
      payout: tellAmount(order.payoutAmount, order.payoutCurrency),
      ...(txid !== undefined && { transactionLink: context.config.TRANSACTION_LINK.replace('{txid}', txid) }),
    },
    recipient: order.email,
    language: toLanguage(order.language),
    clientId: order.clientId,
    occasion: `${template}:${order.orderId}`,
  });
}

function tellAmount(amount: bigint, code: string): string {
  const { precision, isCrypto, name } = findCurrency(code) ?? { precision: 8, isCrypto: true, name: code };
  return `${formatMoney(formatAmount(amount, precision), { precision: isCrypto ? precision : 2 })} ${name}`;
}
