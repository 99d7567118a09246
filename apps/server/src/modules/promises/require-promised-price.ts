import type { Presets } from '@causeway/contract/shapes/presets';
import type { OrderRow } from '../order-lifecycle/store.ts';
import type { QuoteRecord } from '../pricing/quote-record.ts';
import type { FinishedOrder } from './finished-order.ts';
import { compareRecords } from './quote-rules.ts';

/**
 * Which amount of an order is promised beyond its price: the payout of a merchant's purchase, or the one that the
 * partner has fixed. With a floating rate the payout cannot be promised, so the pay-in stays as requested. A donor
 * chooses the amount, where the partner itself has made it a donation: any payer can type that word.
 */
export function findBoundAmount(
  { record, isMerchant, purchaseAmount }: Omit<FinishedOrder, 'boundAmount'>,
  fixed: Presets,
): FinishedOrder['boundAmount'] {
  const isPurchase = isMerchant && fixed.isDonation !== '1' && /[1-9]/.test(purchaseAmount);
  const isPayoutFixed = fixed.payoutAmount !== undefined || (isMerchant && fixed.purchaseAmount !== undefined);
  if (isPurchase || (isPayoutFixed && !record.isFloatingRate)) return 'payout';
  return isPayoutFixed || fixed.payinAmount !== undefined ? 'payin' : '';
}

type PromisedOrder = Pick<OrderRow, 'niceId' | 'boundAmount' | 'payinAmount' | 'payoutAmount' | 'pricing'>;

/** Whether a price for the money that has arrived keeps the promised pay-in or payout. */
export function keepsBoundAmount(
  { boundAmount, payinAmount, payoutAmount }: Pick<PromisedOrder, 'boundAmount' | 'payinAmount' | 'payoutAmount'>,
  final: QuoteRecord,
): boolean {
  if (boundAmount === 'payin') return final.payinAmount === payinAmount;
  return boundAmount !== 'payout' || final.payoutAmount === payoutAmount;
}

/**
 * Before an order is exchanged: its final price must have the promised currencies, methods, fees, partner and amount. A
 * different price is a fault of the program, and nothing moves.
 *
 * @throws Error
 */
export function requirePromisedPrice(order: PromisedOrder, final: QuoteRecord): void {
  const changed = compareRecords(order.pricing, final);
  const kept = keepsBoundAmount(order, final) ? changed : [...changed, `the ${order.boundAmount} amount`];
  if (kept.length > 0) throw new Error(`The final price of order ${order.niceId} changes ${kept.join(', ')}.`);
}

/** The payment about to be sent, and its destination. */
interface Sending {
  amount: bigint;
  currency: string;
  /** Chain address, IBAN, or token of the card; empty for a balance. */
  destination: string;
}

/**
 * Before a payout is signed or requested, at each attempt, and before it is put onto a balance: it must be the order's
 * own, to the promised destination, and of the promised amount. Only a balance is the partner's.
 *
 * @throws Error
 */
export function requirePromisedPayout(order: OrderRow, payout: Sending): void {
  const { destinationAddress, destinationDetails, payToPartner, payoutGroup } = order;
  const destination = destinationAddress === '' ? destinationDetails.payoutCardToken : destinationAddress;
  const isToBalance = destination === '';
  const isPromised =
    isToBalance === (payoutGroup === 'balance') &&
    (isToBalance || !payToPartner) &&
    payout.destination === destination &&
    payout.currency === order.payoutCurrency &&
    payout.amount === order.payoutAmount;
  if (!isPromised) throw new Error(`The pay-out of order ${order.niceId} is not what was promised.`);
}

/** Where money came from, and how much of it. */
interface Source {
  orderId: string;
  amount: bigint;
  currency: string;
  refundDestination: string;
}

/**
 * Before money is refunded, at each attempt: it must go to where it came from, and be no more than came.
 *
 * @throws Error
 */
export function requirePromisedRefund(refund: Sending & { orderId: string }, source: Source): void {
  const isPromised =
    refund.orderId === source.orderId &&
    refund.destination === source.refundDestination &&
    refund.currency === source.currency &&
    refund.amount <= source.amount;
  if (!isPromised) throw new Error('The refund is not of the money that came.');
}

type ReturnedOrder = Pick<
  OrderRow,
  'niceId' | 'payinAmount' | 'payinCurrency' | 'receivedAmount' | 'payoutAmount' | 'payoutCurrency'
>;

/**
 * Before money of an order goes to its owner's balance, because its payout or a part of its payment came to nothing: it
 * must be of the order's own currencies, and no more than came or was to be paid out.
 *
 * @throws Error
 */
export function requirePromisedReturn(
  order: ReturnedOrder,
  { amount, currency }: { amount: bigint; currency: string },
): void {
  const { niceId, payinAmount, payinCurrency, receivedAmount, payoutAmount, payoutCurrency } = order;
  const came = payinAmount > receivedAmount ? payinAmount : receivedAmount;
  const isPromised =
    (currency === payinCurrency && amount <= came) || (currency === payoutCurrency && amount <= payoutAmount);
  if (!isPromised) throw new Error(`What order ${niceId} gives back is not of its money.`);
}
