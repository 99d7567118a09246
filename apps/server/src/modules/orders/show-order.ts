import type { Order } from '@causeway/contract/shapes/order';
import { redactOrder } from './redact-order.ts';
import type { Relation } from './relation-of.ts';

/** What of an order its reader is shown. */
export function showOrder(order: Order, relation: Relation): Order {
  if (relation === 'owner' || relation === 'holder') return order;
  const shown = redactOrder(order);
  return relation === 'partner' ? tellPartner(shown, order) : shown;
}

/** A partner sees its own order without its payer; of a merchant's order it has the e-mail address too (6-08, C-49). */
function tellPartner(shown: Order, { partnerOrderId, description, receipt, isMerchant, email }: Order): Order {
  return {
    ...shown,
    isPartnerRole: 1,
    isMerchant: 0,
    partnerOrderId,
    description,
    receipt,
    email: isMerchant === 1 ? email : '',
  };
}
