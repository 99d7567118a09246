import type { OrderRow } from '../lifecycle/store.ts';

/** What is about to be sent, and where to. */
interface Sending {
  amount: bigint;
  currency: string;
  /** Address, IBAN, or token of the card. */
  destination: string;
}

/**
 * Before a pay-out is signed or asked for, each time it is tried: it is the order's own, to where the order was promised
 * to, and no more.
 *
 * @throws Error
 */
export function requirePromisedPayout(order: OrderRow, payout: Sending): void {
  const { destinationAddress, destinationDetails, payToPartner } = order;
  const destination = destinationAddress === '' ? destinationDetails.payoutCardToken : destinationAddress;
  const isPromised =
    !payToPartner &&
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
 * Before money goes back, each time it is tried: to where it came from, and no more than came.
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
