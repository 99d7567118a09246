import type { Order } from '@causeway/contract/shapes/order';
import { orderColour } from '@causeway/domain/orders/order-colour';
import { type OrderStatus, isActionStatus, isFinalStatus } from '@causeway/domain/orders/order-status';
import type { TimelineState } from '../../../parts/order/order-timeline.tsx';

export type RowKey = 'placed' | 'event' | 'action' | 'paid' | 'exchanged' | 'sent' | 'done' | 'ended';

/** One row of the timeline: what it says follows from `key` and `state`. */
export interface TimelineRow {
  key: RowKey;
  state: TimelineState;
  /** Unix seconds, where the moment is known. */
  at?: number;
  /** What happened, for a row `event`. */
  reason?: EventReason;
}

export type TimelineFacts = Pick<
  Order,
  'status' | 'createdAt' | 'history' | 'txid' | 'isPartnerRole' | 'decision' | 'isClientRole'
>;

const afterPlaced: readonly RowKey[] = ['paid', 'exchanged', 'sent', 'done'];

/** How far an order has come, as rows from first to last. */
export function timeline(order: TimelineFacts): TimelineRow[] {
  const { status, createdAt } = order;
  const placed: TimelineRow = { key: 'placed', state: 'done', at: createdAt };
  const paidAt = findTime(order, 'processing');
  const isPaid = paidAt !== undefined || status === 'processing' || status === 'finished';
  // The event that caused the exchange comes before it, though both happened at the same moment.
  const end = countUntilEnd(order);
  const turn = order.history.findIndex((event) => event.status === 'processing') + 1 || end;
  const before = [placed, ...events(order.history.slice(0, turn))];
  const after = events(order.history.slice(turn, end));
  const later = events(order.history.slice(end));
  if (orderColour(status) === 'red') return [...before, ...reached(order, paidAt), ...after, ended(order), ...later];
  if (status === 'finished')
    return [
      ...before,
      ...afterPlaced.map((key) =>
        row(key, 'done', key === 'done' || key === 'sent' ? findTime(order, 'finished') : paidAt),
      ),
      ...later,
    ];
  if (isAsking(order)) {
    // Late money is all there, though it does not count yet.
    const isHere = isPaid || order.decision?.kind === 'late';
    const rest = (isHere ? afterPlaced.slice(1) : afterPlaced).map((key) => row(key, 'todo'));
    return [...before, ...(isPaid ? [row('paid', 'done', paidAt), ...after] : []), row('action', 'act'), ...rest];
  }
  if (isPaid)
    return [
      ...before,
      row('paid', 'done', paidAt),
      row('exchanged', 'done', paidAt),
      ...after,
      row('sent', 'now'),
      row('done', 'todo'),
    ];
  return [...before, row('paid', 'now'), row('exchanged', 'todo'), row('sent', 'todo'), row('done', 'todo')];
}

/** A person has to act, and not a partner who only watches (4.10-07). */
function isAsking({ status, isPartnerRole, decision, isClientRole }: TimelineFacts): boolean {
  return (isActionStatus(status) && isPartnerRole === 0) || (decision !== null && isClientRole === 1);
}

/** How many events came until an order ended, as what comes later stands behind its end; all of one that goes on. */
function countUntilEnd({ status, history }: TimelineFacts): number {
  const isEnded = isFinalStatus(status);
  return (isEnded ? history.findIndex((event) => event.status === status) + 1 : 0) || history.length;
}

/** Events of a part of the history that get a row of their own. */
function events(history: TimelineFacts['history']): TimelineRow[] {
  return history.flatMap(({ reason, at }) =>
    isEventReason(reason) ? [{ key: 'event', state: 'done', at, reason }] : [],
  );
}

/** What was reached before an order ended without its payout, or with one that did not last. */
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

/** Reasons of the history that get a row of their own, beside the change of a status. */
const eventReasons = [
  'deposit_gone',
  'deposit_seen',
  'limit_over',
  'payment_accepted',
  'payment_charged_back',
  'payment_late',
  'payment_over',
  'payment_partial',
  'payment_regained',
  'payout_returned',
  'refund_started',
  'sender_mismatch',
] as const;

type EventReason = (typeof eventReasons)[number];

function isEventReason(reason: string): reason is EventReason {
  return eventReasons.some((known) => known === reason);
}
