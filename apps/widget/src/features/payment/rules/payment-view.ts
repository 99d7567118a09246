import { paymentRules } from '@causeway/domain/payments/payment-methods';
import type { Order } from '@causeway/contract/shapes/order';
import { isWebAddress, paymentShape, type BankAccount, type PaymentShape } from './payment-shape.ts';

export type CardShape = Extract<PaymentShape, { kind: 'fields' | 'form' | 'saved' }>;

/** State of a payment on a provider's own page. */
export type PageState =
  /** This page leaves for it by itself. */
  | 'redirect'
  /** It has still to be opened. */
  | 'open'
  /** It is open elsewhere, or the bank is deciding. */
  | 'wait'
  /** The bank has agreed; we confirm it. */
  | 'approved'
  | 'declined';

export type PaymentView =
  | { kind: 'page'; state: PageState; url: string }
  | { kind: 'bank'; account: BankAccount }
  | { kind: 'deposit' }
  | { kind: 'card'; shape: CardShape }
  /** The card's bank asks the payer (3-D Secure). */
  | { kind: 'challenge'; url: string }
  /** The acquirer has the card; nothing is to be done here. */
  | { kind: 'card_wait'; state: 'wait' | 'approved' }
  /** An answer of an unknown form: a system error. */
  | { kind: 'broken' };

export interface PaymentFacts {
  order: Pick<
    Order,
    'status' | 'paymentStatus' | 'purchaseParamsPayin' | 'cryptoAddress' | 'payinGroup' | 'decision' | 'redirect'
  >;
  isFramed: boolean;
  /** The order was placed just now in this page. */
  isFresh: boolean;
  /** The payment page was opened in a window of its own. */
  isOpened: boolean;
}

/** How the payment of an order shows; undefined where there is nothing to pay. */
export function paymentView(facts: PaymentFacts): PaymentView | undefined {
  const { order } = facts;
  if (order.status !== 'payin_pending' || order.decision) return undefined;
  const shape = paymentShape(order.purchaseParamsPayin);
  switch (shape.kind) {
    case 'none':
      return viewWithoutShape(order);
    case 'unknown':
      return { kind: 'broken' };
    case 'bank':
      return { kind: 'bank', account: shape.account };
    case 'page':
      return { kind: 'page', url: shape.url, state: pageState(facts) };
    case 'fields':
    case 'form':
    case 'saved':
      return order.paymentStatus === 'approved' ? { kind: 'card_wait', state: 'approved' } : { kind: 'card', shape };
  }
}

function viewWithoutShape({ cryptoAddress, paymentStatus, redirect }: PaymentFacts['order']): PaymentView | undefined {
  if (cryptoAddress !== '') return { kind: 'deposit' };
  if (paymentStatus === 'approved') return { kind: 'card_wait', state: 'approved' };
  return paymentStatus === 'challenge' && isWebAddress(redirect) ? { kind: 'challenge', url: redirect } : undefined;
}

function pageState({ order: { paymentStatus, payinGroup }, isFramed, isFresh, isOpened }: PaymentFacts): PageState {
  if (isFresh && !isFramed && !paymentRules(payinGroup).opensWindow) return 'redirect';
  if (paymentStatus === 'declined' && !isOpened) return 'declined';
  if (paymentStatus === 'approved') return 'approved';
  return isOpened || paymentStatus === 'challenge' ? 'wait' : 'open';
}
