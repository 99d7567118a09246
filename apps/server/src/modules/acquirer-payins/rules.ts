import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { OrderStatus } from '@causeway/domain/orders/order-status';
import type { AcquirerPayment } from '../../providers/acquirer/port.ts';
import type { CardPaymentStatus } from './store.ts';

/** What we know of a payment before the acquirer's status is applied. */
export interface KnownPayment {
  niceId: string;
  orderStatus: OrderStatus;
  acquirerPaymentId: string | null;
  /** Smallest units. */
  amount: bigint;
  currency: string;
  status: CardPaymentStatus;
  /** The order was paid by it, or its client has it. */
  isCredited: boolean;
  /** It came too late and was booked only to be refunded. */
  isRefundWanted: boolean;
  /** Of its amount: what we ourselves send back, what of it has gone, and what was given back outside and is booked. */
  refundedByUs: bigint;
  refundedByUsDone: bigint;
  refundedOutside: bigint;
}

/**
 * Meaning of the acquirer's status:
 * - `mismatch`: not the requested payment; touch nothing, raise an alarm
 * - `credit`: the order is paid, with what was not refunded meanwhile
 * - `give_back`: money for an order that no longer accepts any
 * - `taken_back`: money that we had was taken back, in part or whole (chargeback, or a refund that we did not request)
 * - `won`: what was taken back, and is booked so, is there again, in part or whole (the dispute was won)
 * - `came_and_went`: money was taken back before it was booked
 * - `end`: it can no longer be paid, and the order ends with it
 * - `stop`: it should no longer be paid
 * - `store`: store its status
 * - `nothing`: nothing new
 */
export type CardPaymentDecision =
  | { kind: 'mismatch'; what: 'id' | 'reference' | 'amount' | 'currency' }
  | { kind: 'credit' | 'give_back' | 'taken_back'; reversed: bigint }
  | { kind: 'won'; won: bigint }
  | { kind: 'came_and_went' | 'stop' | 'store' | 'nothing' }
  | { kind: 'end'; to: 'canceled' | 'expired' };

const open: readonly string[] = ['created', 'challenge', 'declined'];

export function decideCardPayment(known: KnownPayment, outside: AcquirerPayment): CardPaymentDecision {
  const what = findMismatch(known, outside);
  if (what !== undefined) return { kind: 'mismatch', what };
  const isWaiting = isBeforeMoney(known.orderStatus);
  const hasMoney = known.isCredited || known.isRefundWanted;
  const reversed = findReversed(known, outside);
  const won = findWon(known, outside);
  const isGone = known.refundedOutside === known.amount;
  switch (outside.status) {
    case 'approved':
      if (won > 0n) return { kind: 'won', won };
      if (known.isRefundWanted || (known.isCredited && reversed === 0n)) return { kind: 'nothing' };
      if (known.isCredited) return { kind: 'taken_back', reversed };
      // Some acquirers leave a payment approved whose payer has all of it back.
      if (reversed === known.amount) return { kind: 'came_and_went' };
      if (isGone) return { kind: 'nothing' };
      return { kind: isWaiting ? 'credit' : 'give_back', reversed };
    case 'charged_back':
    case 'refunded':
      // A refund that we requested is finished by the job that requested it.
      if (outside.status === 'refunded' && known.isRefundWanted) return { kind: 'nothing' };
      if (!hasMoney && !isGone) return { kind: 'came_and_went' };
      // The books say what was taken back, not the status: that was stored of a mismatch too.
      if (hasMoney && reversed > 0n) return { kind: 'taken_back', reversed };
      return { kind: known.status === outside.status ? 'nothing' : 'store' };
    case 'expired':
    case 'canceled':
      if (hasMoney) return { kind: 'nothing' };
      return isWaiting ? { kind: 'end', to: outside.status } : { kind: 'store' };
    case 'created':
    case 'challenge':
    case 'declined':
      if (hasMoney || isFinished(known.status)) return { kind: 'nothing' };
      return { kind: isWaiting ? 'store' : 'stop' };
  }
}

/** Whether the payer can still use the payment, as far as we know. */
export function isOpenPayment(status: CardPaymentStatus): boolean {
  return status === 'intended' || open.includes(status);
}

function isFinished(status: CardPaymentStatus): boolean {
  return !isOpenPayment(status);
}

/** What the payer has back without our doing, and is not booked. */
function findReversed(known: KnownPayment, { status, refundedAmount }: AcquirerPayment): bigint {
  const { amount, refundedByUs, refundedOutside } = known;
  const reported = parseAmount(refundedAmount, precisionOf(known)) ?? 0n;
  const back = status === 'refunded' || status === 'charged_back' || reported > amount ? amount : reported;
  const reversed = back - refundedByUs - refundedOutside;
  return reversed > 0n ? reversed : 0n;
}

/** What is booked as taken back, and the payer does not have: of refunds of ours only those count that have gone. */
function findWon(known: KnownPayment, { refundedAmount }: AcquirerPayment): bigint {
  const { amount, refundedByUsDone, refundedOutside } = known;
  const back = (parseAmount(refundedAmount, precisionOf(known)) ?? amount) - refundedByUsDone;
  return refundedOutside - (back > 0n ? back : 0n);
}

function precisionOf({ currency }: KnownPayment): number {
  return findCurrency(currency)?.precision ?? 2;
}

function findMismatch(known: KnownPayment, outside: AcquirerPayment) {
  if (known.acquirerPaymentId !== null && known.acquirerPaymentId !== outside.id) return 'id' as const;
  if (outside.reference !== known.niceId) return 'reference' as const;
  if (outside.currency !== known.currency) return 'currency' as const;
  return parseAmount(outside.amount, precisionOf(known)) === known.amount ? undefined : ('amount' as const);
}
