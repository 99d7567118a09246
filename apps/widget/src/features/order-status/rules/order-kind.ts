import type { Client } from '@causeway/contract/shapes/client';
import type { Order } from '@causeway/contract/shapes/order';

/** Whether an order is shown as a merchant's (6-08): on a merchant's page, and elsewhere to all but the partner. */
export function isMerchantOrder(isMerchantPage: boolean, order: Pick<Order, 'isMerchant' | 'isPartnerRole'>): boolean {
  return isMerchantPage || (order.isMerchant === 1 && order.isPartnerRole === 0);
}

/** What an order does for its client: buys coins, sells them, changes one coin for another, or moves money. */
export type OrderDirection = 'buy' | 'sell' | 'exchange' | 'other';

export function orderDirection(isPayinCrypto: boolean, isPayoutCrypto: boolean): OrderDirection {
  if (isPayinCrypto) return isPayoutCrypto ? 'exchange' : 'sell';
  return isPayoutCrypto ? 'buy' : 'other';
}

/** Whom an order pays, for its caller: the caller, the shop, or the shop as a gift. */
export type Receiver = 'you' | 'shop' | 'gift';

type ReceiverFacts = Pick<Order, 'isMerchant' | 'payToPartner' | 'isDonation' | 'isPartnerRole'>;

/** What a payer buys from a merchant goes to the merchant; the partner itself reads its own money. */
export function receiverOf({ isMerchant, payToPartner, isDonation, isPartnerRole }: ReceiverFacts): Receiver {
  if (isPartnerRole === 1 || (isMerchant === 0 && payToPartner === 0)) return 'you';
  return isDonation === 1 ? 'gift' : 'shop';
}

/**
 * Whether an order is of the account that its reader is signed in to. The holder of a merchant order's link is shown it
 * whole without one, and is not asked whether the address that was typed has an account.
 */
export function isOfAccount(
  { isClientRole, email }: Pick<Order, 'isClientRole' | 'email'>,
  client: Pick<Client, 'isAuthorized' | 'email'>,
): boolean {
  return client.isAuthorized === 1 && isClientRole === 1 && client.email.toLowerCase() === email.toLowerCase();
}

/**
 * How the texts name where money of an order has gone. Coins go to the balance, as an exchange may have sent them,
 * and their sender's address is not the client's; a merchant's payer may have no account, and claims them by e-mail.
 *
 * @param isAccounts the reader is signed in to the account that the order is of
 */
export function refundKind(kind: string, { isMerchant }: Pick<Order, 'isMerchant'>, isAccounts: boolean): string {
  return isMerchant === 1 && !isAccounts && (kind === 'crypto' || kind === 'balance') ? 'claim' : kind;
}

/**
 * Where money goes that its owner has back instead of an exchange: only a transfer, and a shop's card, go back.
 *
 * @param isAccounts as of `refundKind`
 */
export function decidedBack(
  kind: string,
  { isMerchant }: Pick<Order, 'isMerchant'>,
  isAccounts: boolean,
): 'claim' | 'balance' | 'other' {
  const isBalance = kind === 'crypto' || kind === 'balance' || (isMerchant === 0 && kind !== 'bank_transfer');
  if (!isBalance) return 'other';
  return refundKind(kind, { isMerchant }, isAccounts) === 'claim' ? 'claim' : 'balance';
}
