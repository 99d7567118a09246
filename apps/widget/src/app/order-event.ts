import type { OrderEventPayload } from '@causeway/bridge/shared/payloads';
import type { Order } from '@causeway/contract/shapes/order';

/** What the page around the widget receives of an order (3-69). */
export function orderEvent(order: Order | undefined, stepName = 'status'): OrderEventPayload {
  return {
    stepName,
    orderId: order?.niceId ?? null,
    orderStatus: order?.status ?? null,
    partnerOrderId: order?.partnerOrderId || null,
  };
}
