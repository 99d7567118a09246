import type { Order } from '@causeway/contract/shapes/order';
import { orderColour } from '@causeway/domain/orders/order-colour';
import { isActionStatus } from '@causeway/domain/orders/order-status';
import type { StatusTone } from './status-pill.tsx';

const tones = { red: 'failed', green: 'done', orange: 'waiting' } as const;

/** The look of an order's pill (4.10-01 to 4.10-07); only who can act sees that something is to be done. */
export function statusTone({ status, isPartnerRole }: Pick<Order, 'status' | 'isPartnerRole'>): StatusTone {
  return isActionStatus(status) && isPartnerRole === 0 ? 'act' : tones[orderColour(status)];
}
