import { orderColour } from '@causeway/domain/orders/order-colour';
import { orderStatuses, type OrderStatus } from '@causeway/domain/orders/order-status';
import type { StatusTone } from '../../../parts/order/status-pill.tsx';

/** The statuses in the groups of a filter: in progress, done, or failed. */
export const statusGroups = ['open', 'done', 'failed'] as const;
export type StatusGroup = (typeof statusGroups)[number];

const colours = { open: 'orange', done: 'green', failed: 'red' } as const;

export const groupTones: Readonly<Record<StatusGroup, StatusTone>> = {
  open: 'waiting',
  done: 'done',
  failed: 'failed',
};

/** The statuses of groups; none for no group, which narrows nothing. */
export function statusesOf(groups: readonly StatusGroup[]): OrderStatus[] {
  return orderStatuses.filter((status) => groups.some((group) => colours[group] === orderColour(status)));
}
