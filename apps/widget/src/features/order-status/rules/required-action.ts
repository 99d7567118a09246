import type { Order } from '@causeway/contract/shapes/order';
import { isActionStatus, type OrderStatus } from '@causeway/domain/orders/order-status';

/** The wizard in which a client does what an order waits for. */
export type ActionPlace = 'email' | 'card' | 'address' | 'proof' | 'video' | 'identity' | 'all';

export interface RequiredAction {
  /** Last part of the keys of its texts. */
  text: `act_${OrderStatus}` | 'act_merchant';
  /** Where the button leads; a payer without an account follows an e-mail instead. */
  place?: ActionPlace;
}

const places: Partial<Record<OrderStatus, ActionPlace>> = {
  email_pending: 'email',
  card_pending: 'card',
  card_manual_pending: 'card',
  address_pending: 'address',
  proof_pending: 'proof',
  video_pending: 'video',
  verify_pending: 'all',
  identity_pending: 'identity',
};

export type ActionFacts = Pick<Order, 'status' | 'isPartnerRole' | 'isMerchant' | 'isClientRole'>;

/** The callout of an order that waits for a person (4.10-06, A-095): only for a caller who can act. */
export function requiredAction({
  status,
  isPartnerRole,
  isMerchant,
  isClientRole,
}: ActionFacts): RequiredAction | undefined {
  if (!isActionStatus(status) || isPartnerRole === 1 || isClientRole === 0) return undefined;
  if (isMerchant === 1) return { text: 'act_merchant' };
  const place = places[status];
  return { text: `act_${status}`, ...(place && { place }) };
}
