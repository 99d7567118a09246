import { isActionStatus, orderStatuses } from '@causeway/domain/orders/order-status';
import type { RouteName } from '../routes.ts';

/** The steps of an order (2.3-01). */
export const steps = [
  'exchange',
  'exchangeMerchant',
  'address',
  'confirmation',
  'auth',
  'verification',
  'status',
] as const;

export type StepName = (typeof steps)[number];

/** A step by its name (2.3-03). */
export function toStep(name: string): StepName {
  const step = steps.find((known) => known === name);
  if (!step) throw new Error('Step not found');
  return step;
}

/** Whether entering `exchange` keeps the order (4.3-07 to 4.3-09, A-009, A-010). */
export function isOrderKept(from: RouteName | undefined, status: string): boolean {
  if (from === 'order-stepper' || from?.startsWith('affiliate') === true) return true;
  const known = orderStatuses.find((name) => name === status);
  return from === 'order-status' && known !== undefined && isActionStatus(known);
}
