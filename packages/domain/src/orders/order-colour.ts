import type { OrderStatus } from './order-status.ts';

/** Colour group of a status (4.10-01 to 4.10-04). */
export type OrderColour = 'red' | 'orange' | 'green';

const red: readonly string[] = ['error', 'expired', 'refunded', 'canceled'] satisfies OrderStatus[];

/** The colour of a status; unknown statuses are orange (4.10-03). */
export function orderColour(status: string): OrderColour {
  if (red.includes(status)) return 'red';
  return status === 'finished' ? 'green' : 'orange';
}
