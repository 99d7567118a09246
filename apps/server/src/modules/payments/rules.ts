import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { OrderStatus } from '@causeway/domain/orders/order-status';
import type { AcquirerPayment } from '../../providers/acquirer/port.ts';
import type { CardPaymentStatus } from './store.ts';

/** What we know of a payment before the acquirer's word is applied. */
export interface KnownPayment {
  niceId: string;
  orderStatus: OrderStatus;
  acquirerPaymentId: string | null;
  /** Smallest units. */
  amount: bigint;
  currency: string;
  status: CardPaymentStatus;
  /** The order was paid by it. */
  isCredited: boolean;
  /** It came too late and was taken in only to be given back. */
  isRefundWanted: boolean;
}

/**
 * What the acquirer's word means:
 * - `mismatch`: not the payment we asked for; touch nothing, raise an alarm
 * - `credit`: the order is paid
 * - `give_back`: money for an order that no longer takes any
 * - `taken_back`: money that we had is gone again (chargeback, or a refund that we did not ask for)
 * - `came_and_went`: money was taken back before we ever saw it
 * - `end`: it can no longer be paid, and the order ends with it
 * - `stop`: nobody should pay it any more
 * - `note`: write down where it stands
 * - `nothing`: old news
 */
export type CardPaymentDecision =
  | { kind: 'mismatch'; what: 'id' | 'reference' | 'amount' | 'currency' }
  | { kind: 'credit' | 'give_back' | 'taken_back' | 'came_and_went' | 'stop' | 'note' | 'nothing' }
  | { kind: 'end'; to: 'canceled' | 'expired' };

const open: readonly string[] = ['created', 'challenge', 'declined'];

export function decideCardPayment(known: KnownPayment, outside: AcquirerPayment): CardPaymentDecision {
  const what = findMismatch(known, outside);
  if (what !== undefined) return { kind: 'mismatch', what };
  const isWaiting = isBeforeMoney(known.orderStatus);
  const hasMoney = known.isCredited || known.isRefundWanted;
  switch (outside.status) {
    case 'approved':
      if (hasMoney) return { kind: 'nothing' };
      return { kind: isWaiting ? 'credit' : 'give_back' };
    case 'charged_back':
    case 'refunded':
      if (known.status === outside.status) return { kind: 'nothing' };
      // A refund that we asked for is finished by the job that asked.
      if (outside.status === 'refunded' && known.isRefundWanted) return { kind: 'nothing' };
      return { kind: hasMoney ? 'taken_back' : 'came_and_went' };
    case 'expired':
    case 'canceled':
      if (hasMoney) return { kind: 'nothing' };
      return isWaiting ? { kind: 'end', to: outside.status } : { kind: 'note' };
    case 'created':
    case 'challenge':
    case 'declined':
      if (hasMoney || isFinished(known.status)) return { kind: 'nothing' };
      return { kind: isWaiting ? 'note' : 'stop' };
  }
}

/** Whether the payer can still use the payment, as far as we know. */
export function isOpenPayment(status: CardPaymentStatus): boolean {
  return status === 'intended' || open.includes(status);
}

function isFinished(status: CardPaymentStatus): boolean {
  return !isOpenPayment(status);
}

function findMismatch(known: KnownPayment, outside: AcquirerPayment) {
  if (known.acquirerPaymentId !== null && known.acquirerPaymentId !== outside.id) return 'id' as const;
  if (outside.reference !== known.niceId) return 'reference' as const;
  if (outside.currency !== known.currency) return 'currency' as const;
  const precision = findCurrency(known.currency)?.precision ?? 2;
  return parseAmount(outside.amount, precision) === known.amount ? undefined : ('amount' as const);
}
