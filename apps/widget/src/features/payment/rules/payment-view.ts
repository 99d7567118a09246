import type { Order } from '@causeway/contract/shapes/order';

export type PaymentView =
  /** The page leaves for the payment page by itself. */
  | 'redirect'
  /** The payment page has still to be opened. */
  | 'open'
  /** It is open elsewhere, or the bank is deciding. */
  | 'wait'
  /** The bank has agreed; we confirm it. */
  | 'approved'
  | 'declined';

export interface PaymentFacts {
  order: Pick<Order, 'status' | 'paymentStatus' | 'purchaseParamsPayin'>;
  isFramed: boolean;
  /** The order was placed just now in this page. */
  isFresh: boolean;
  /** The payment page was opened in a window of its own. */
  isOpened: boolean;
}

/** How the card payment of an order shows; undefined where there is nothing to pay here. */
export function paymentView({ order, isFramed, isFresh, isOpened }: PaymentFacts): PaymentView | undefined {
  const { status, paymentStatus, purchaseParamsPayin } = order;
  if (status !== 'payin_pending' || purchaseParamsPayin.purchaseUrl === undefined) return undefined;
  if (isFresh && !isFramed) return 'redirect';
  if (paymentStatus === 'declined' && !isOpened) return 'declined';
  if (paymentStatus === 'approved') return 'approved';
  if (isOpened || paymentStatus === 'challenge') return 'wait';
  return 'open';
}
