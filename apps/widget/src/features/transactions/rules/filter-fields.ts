import { localDay } from '../../../lib/days/local-day.ts';
import { statusesOf } from './status-groups.ts';
import type { TransactionFilter } from './transaction-filter.ts';

/** A filter as C-48 takes it. */
export type FilterFields = {
  timeFrom?: string;
  timeTo?: string;
  timeZone?: string;
  method?: readonly string[];
  status?: readonly string[];
  payinCurrency?: string;
  payoutCurrency?: string;
};

/** How many days back a preset begins. */
const daysBack = { today: 0, week: 6, month: 29 } as const;

function daysOf({ period, from, to }: TransactionFilter, now: Date): readonly [from: string, to: string] {
  if (period === 'all') return ['', ''];
  // With the days in reverse order both were still meant.
  if (period === 'days') return from !== '' && to !== '' && to < from ? [to, from] : [from, to];
  const first = new Date(now);
  first.setDate(first.getDate() - daysBack[period]);
  return [localDay(first), localDay(now)];
}

/** The fields of a filter, with days as the reader's calendar has them. */
export function filterFields(filter: TransactionFilter, now: Date, timeZone: string): FilterFields {
  const [timeFrom, timeTo] = daysOf(filter, now);
  const { methods, statuses, payinCurrency, payoutCurrency } = filter;
  return {
    ...(timeFrom !== '' && { timeFrom }),
    ...(timeTo !== '' && { timeTo }),
    ...((timeFrom !== '' || timeTo !== '') && { timeZone }),
    ...(methods.length > 0 && { method: methods }),
    ...(statuses.length > 0 && { status: statusesOf(statuses) }),
    ...(payinCurrency !== '' && { payinCurrency }),
    ...(payoutCurrency !== '' && { payoutCurrency }),
  };
}
