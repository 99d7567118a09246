import { hiddenOrder } from '@causeway/contract/shapes/hidden-order';
import type { Order } from '@causeway/contract/shapes/order';

const publicReasons: readonly string[] = ['payment_received', 'payout_sent', 'payment_refunded', 'balance_credited'];

/** What is left of an order for somebody who only knows its number. */
export function redactOrder(order: Order): Order {
  return {
    ...order,
    ...hiddenOrder,
    history: order.history.map((event) => ({
      ...event,
      reason: publicReasons.includes(event.reason) ? event.reason : '',
    })),
  };
}
