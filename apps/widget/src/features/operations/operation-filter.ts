import { localDay } from '../../lib/days/local-day.ts';

/** As C-38 names them; the contract's own lists would bring its schemas along. */
export const operationTypes = ['deposit', 'withdrawal', 'exchange', 'refund', 'affiliate', 'other'] as const;
export const operationStatuses = ['pending', 'finished', 'canceled'] as const;
export const periods = ['all', 'today', 'week', 'month', 'days'] as const;

/** What a client narrows the operations by; empty for no limit. */
export interface OperationFilter {
  period: (typeof periods)[number];
  /** Days of the period `days`, as YYYY-MM-DD. */
  from: string;
  to: string;
  type: '' | (typeof operationTypes)[number];
  status: '' | (typeof operationStatuses)[number];
}

export const noFilter: OperationFilter = { period: 'all', from: '', to: '', type: '', status: '' };

/** How many days back a preset begins. */
const daysBack = { today: 0, week: 6, month: 29 } as const;

/** The fields of a filter, with days as the reader's calendar has them. */
export function operationFields(filter: OperationFilter, now: Date, timeZone: string): Record<string, string> {
  const [timeFrom, timeTo] = daysOf(filter, now);
  const { type, status } = filter;
  const isTimed = timeFrom !== '' || timeTo !== '';
  const fields = { timeFrom, timeTo, timeZone: isTimed ? timeZone : '', type, status };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

function daysOf({ period, from, to }: OperationFilter, now: Date): readonly [from: string, to: string] {
  if (period === 'all') return ['', ''];
  // With the days in reverse order both were still meant.
  if (period === 'days') return from !== '' && to !== '' && to < from ? [to, from] : [from, to];
  const first = new Date(now);
  first.setDate(first.getDate() - daysBack[period]);
  return [localDay(first), localDay(now)];
}
