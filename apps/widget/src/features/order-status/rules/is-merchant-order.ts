import type { Order } from '@causeway/contract/shapes/order';

/** Whether an order is shown as a merchant's (6-08): on a merchant's page, and elsewhere to everybody but the partner. */
export function isMerchantOrder(isMerchantPage: boolean, order: Pick<Order, 'isMerchant' | 'isPartnerRole'>): boolean {
  return isMerchantPage || (order.isMerchant === 1 && order.isPartnerRole === 0);
}
