import type { Vibration } from '@causeway/bridge/native/protocol';
import type { OrderStatus } from '@causeway/domain/orders/order-status';

/** What an order's end feels like. */
export const finalStatuses: Partial<Record<OrderStatus, Vibration>> = {
  finished: 'success',
  refunded: 'warning',
  canceled: 'warning',
  expired: 'warning',
  error: 'error',
};
