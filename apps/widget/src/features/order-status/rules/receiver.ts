import type { Order } from '@causeway/contract/shapes/order';

/** Whom an order pays, as its reader is told: the reader, the shop, or the shop as a gift. */
export type Receiver = 'you' | 'shop' | 'gift';

type ReceiverFacts = Pick<Order, 'isMerchant' | 'payToPartner' | 'isDonation' | 'isPartnerRole'>;

/** What a payer buys from a merchant goes to the merchant; the partner itself reads its own money. */
export function receiverOf({ isMerchant, payToPartner, isDonation, isPartnerRole }: ReceiverFacts): Receiver {
  if (isPartnerRole === 1 || (isMerchant === 0 && payToPartner === 0)) return 'you';
  return isDonation === 1 ? 'gift' : 'shop';
}
