import { showOrderNumber } from '@causeway/domain/orders/order-number';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { isWithdrawal } from '@causeway/domain/orders/is-withdrawal';
import { toLanguage } from '@causeway/domain/languages/server-codes';
import { formatAmount } from '@causeway/domain/money/format-amount';
import { formatMoney } from '@causeway/domain/money/format-money';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { emailNow } from '../clients/store.ts';
import { queueEmail } from '../emails/queue-email.ts';
import type { EmailTemplate } from '../emails/templates.ts';
import { wantsOrderEmails } from '../settings/subscription-store.ts';
import type { OrderRow } from './store.ts';

export type OrderEmail =
  | 'order-created'
  | 'order-code'
  | 'payment-received'
  | 'payment-partial'
  | 'decision-asked'
  | 'order-sent'
  | 'order-finished'
  | 'order-refunded'
  | 'order-canceled'
  | 'order-expired';

/** Contents of an e-mail beside the order itself. */
export interface OrderEmailDetails {
  /** Transaction of a payout, shown as a link to the chain's explorer. */
  transactionLink?: string;
  /** Code that approves the order. */
  code?: string;
  /** What has arrived of the pay-in so far, in smallest units. */
  received?: bigint;
  /** How the money is refunded, `balance`, `card`, `bank` or `chain`. */
  refundMethod?: string;
  /** The refunded amount, in smallest units of `refundedCurrency`; all of the pay-in when left out. */
  refunded?: bigint;
  /** The pay-in's currency when left out. */
  refundedCurrency?: string;
  /** Name of this event where there can be several of its kind, for example a transfer. */
  happening?: string;
}

/** Notifies the client by e-mail, once for each template and order, or once for each `happening`. */
export async function queueOrderEmail(
  context: AppContext,
  trx: Executor,
  template: OrderEmail,
  order: OrderRow,
  details: OrderEmailDetails = {},
): Promise<void> {
  const { niceId, orderId, payinAmount, payinCurrency } = order;
  const { transactionLink, code, received, refundMethod = '', refunded = payinAmount, happening } = details;
  const { refundedCurrency = payinCurrency } = details;
  await queueEmail(context, trx, {
    template: (isWithdrawal(order) && ofWithdrawals[template]) || template,
    parameters: {
      niceId,
      number: showOrderNumber(order.number),
      payin: writeAmount(payinAmount, payinCurrency),
      payout: writeAmount(order.payoutAmount, order.payoutCurrency),
      way: wayOf(order.payoutGroup),
      refundMethod,
      refunded: writeAmount(refunded, refundedCurrency),
      ...(code !== undefined && { code }),
      ...(received !== undefined && { received: writeAmount(received, payinCurrency) }),
      ...(transactionLink !== undefined && { transactionLink }),
    },
    recipient: order.clientId === null ? order.email : emailNow(order.clientId, order.email),
    language: toLanguage(order.language),
    clientId: order.clientId,
    occasion: [template, orderId, ...(happening === undefined ? [] : [happening])].join(':'),
    // News of orders can be switched off, questions cannot.
    isWanted: needed.has(template) || order.clientId === null ? undefined : wantsOrderEmails(order.clientId),
  });
}

/** What a withdrawal says in place of an order: nothing is paid or refunded, money leaves the balance or comes back. */
const ofWithdrawals: Partial<Record<OrderEmail, EmailTemplate>> = {
  'payment-received': 'withdrawal-approved',
  'order-sent': 'withdrawal-sent',
  'order-finished': 'withdrawal-finished',
  'order-refunded': 'withdrawal-failed',
  'order-canceled': 'withdrawal-canceled',
  'order-expired': 'withdrawal-expired',
};

/** E-mails with a question to the client, without whose answer the order cannot continue. */
const needed: ReadonlySet<OrderEmail> = new Set(['order-code', 'payment-partial', 'decision-asked']);

/** Where a payout goes, as the texts distinguish it. */
function wayOf(payoutGroup: string): string {
  return ['balance', 'sepa', 'card'].includes(payoutGroup) ? payoutGroup : 'network';
}

/** Decimals that a person reads; the order's page has all of them. */
const emailDecimals = 8;

export function writeAmount(amount: bigint, code: string): string {
  const { precision, isCrypto, name } = findCurrency(code) ?? { precision: 8, isCrypto: true, name: code };
  return `${formatMoney(formatAmount(amount, precision), { precision: isCrypto ? Math.min(precision, emailDecimals) : 2, rounding: 'down' })} ${name}`;
}
