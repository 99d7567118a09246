import type { Order } from '@causeway/contract/shapes/order';
import { type OrderStatus, isActionStatus } from '@causeway/domain/orders/order-status';
import { orderColour } from '@causeway/domain/orders/order-colour';
import type { Translate } from '../../lib/i18n/texts.ts';

export type LabelFacts = Pick<
  Order,
  | 'status'
  | 'merchantOrderStatus'
  | 'refundMethod'
  | 'payinConfirmations'
  | 'declineReasonType'
  | 'payinGroup'
  | 'payoutGroup'
  | 'isPartnerRole'
> & { isPayinCrypto: boolean };

type OrderLabel =
  | `merchant_${string}`
  | 'refunded_to_balance'
  | 'crypto_pending'
  | 'declined'
  | 'referral_pending'
  | 'pending'
  | `status_${OrderStatus}`;

type Rank = (order: LabelFacts) => OrderLabel | undefined;

const waiting: readonly string[] = ['pending', 'payin_pending'] satisfies OrderStatus[];

/** Highest rank first (4.10-09, A-096). */
const ranks: readonly Rank[] = [
  ({ merchantOrderStatus }) => (merchantOrderStatus === '' ? undefined : `merchant_${merchantOrderStatus}`),
  ({ status, refundMethod }) =>
    status === 'refunded' && refundMethod === 'balance' ? 'refunded_to_balance' : undefined,
  ({ status, isPayinCrypto, payinConfirmations }) =>
    waiting.includes(status) && isPayinCrypto && payinConfirmations !== null ? 'crypto_pending' : undefined,
  ({ status, declineReasonType }) =>
    declineReasonType !== '' && orderColour(status) === 'red' ? 'declined' : undefined,
  ({ status, payinGroup, payoutGroup }) =>
    status === 'processing' && payinGroup === 'referral' && payoutGroup === 'balance' ? 'referral_pending' : undefined,
  ({ status, isPartnerRole }) => (isPartnerRole === 1 && isActionStatus(status) ? 'pending' : undefined),
];

/** The label of an order, as the last part of a text's key. */
export function orderLabel(order: LabelFacts): OrderLabel {
  for (const rank of ranks) {
    const label = rank(order);
    if (label) return label;
  }
  return `status_${order.status}`;
}

/** The text of an order's label. A shop's own status has the shop's term where we have none. */
export function labelText(label: OrderLabel, t: Translate): string {
  const shop = /^merchant_(.*)/.exec(label)?.[1];
  return shop === undefined ? t(`tpl:order:${label}`) : t('tpl:order:merchant', { status: shop });
}
