import type { Order } from '@causeway/contract/shapes/order';
import { isActionStatus, type OrderStatus } from '@causeway/domain/orders/order-status';
import { orderColour } from '@causeway/domain/orders/order-colour';
import type { TimelineState } from '../../../parts/order-timeline.tsx';

export type RowKey = 'placed' | 'action' | 'paid' | 'exchanged' | 'sent' | 'done' | 'ended';

/** One row of the timeline: what it says follows from `key` and `state`. */
export interface TimelineRow {
  key: RowKey;
  state: TimelineState;
  /** Unix seconds, where the moment is known. */
  at?: number;
}

export type TimelineFacts = Pick<Order, 'status' | 'createdAt' | 'history' | 'txid' | 'isPartnerRole'>;

const afterPlaced: readonly RowKey[] = ['paid', 'exchanged', 'sent', 'done'];

/** How far an order has come, as rows from first to last. */
export function timeline(order: TimelineFacts): TimelineRow[] {
  const { status, createdAt } = order;
  const placed: TimelineRow = { key: 'placed', state: 'done', at: createdAt };
  const paidAt = findTime(order, 'processing');
  const isPaid = paidAt !== undefined || status === 'processing' || status === 'finished';
  if (orderColour(status) === 'red') return [placed, ...reached(order, paidAt), ended(order)];
  if (status === 'finished')
    return [
      placed,
      ...afterPlaced.map((key) =>
        row(key, 'done', key === 'done' || key === 'sent' ? findTime(order, 'finished') : paidAt),
      ),
    ];
  if (isActionStatus(status) && order.isPartnerRole === 0) {
    const rest = (isPaid ? afterPlaced.slice(1) : afterPlaced).map((key) => row(key, 'todo'));
    return [placed, ...(isPaid ? [row('paid', 'done', paidAt)] : []), row('action', 'act'), ...rest];
  }
  if (isPaid)
    return [
      placed,
      row('paid', 'done', paidAt),
      row('exchanged', 'done', paidAt),
      row('sent', 'now'),
      row('done', 'todo'),
    ];
  return [placed, row('paid', 'now'), row('exchanged', 'todo'), row('sent', 'todo'), row('done', 'todo')];
}

/** What was reached before an order ended without its pay-out, or with one that did not last. */
function reached(order: TimelineFacts, paidAt: number | undefined): TimelineRow[] {
  if (paidAt === undefined) return [];
  return [row('paid', 'done', paidAt), ...(order.txid === '' ? [] : [row('exchanged', 'done', paidAt)])];
}

function ended(order: TimelineFacts): TimelineRow {
  return row('ended', 'fail', findTime(order, order.status));
}

function row(key: RowKey, state: TimelineState, at?: number): TimelineRow {
  return at === undefined ? { key, state } : { key, state, at };
}

function findTime({ history }: TimelineFacts, status: OrderStatus): number | undefined {
  return history.find((event) => event.status === status)?.at;
}
