import type { OrderRow } from '../lifecycle/store.ts';
import { findPaymentWay } from './payment-way.ts';

/** Whether an order is paid from our page: by card fields in it, or with a card that was chosen before. */
export function isFormFlow({ pricing, destinationDetails }: OrderRow): boolean {
  return findPaymentWay(pricing.payinProvider).flow === 'form' || destinationDetails.payinCardToken !== '';
}
