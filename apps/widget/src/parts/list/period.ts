import { localDay } from '../../lib/days/local-day.ts';

/** A time that a list is narrowed by; `days` has first and last day of its own. */
export interface Period {
  period: 'all' | 'today' | 'week' | 'month' | 'quarter' | 'days';
  /** Days of the period `days`, as YYYY-MM-DD; empty for no limit. */
  from: string;
  to: string;
}

/** How many days back a preset begins. */
const daysBack = { today: 0, week: 6, month: 29, quarter: 89 } as const;

/** First and last day of a period, as the reader's calendar has them; empty for no limit. */
export function daysOf({ period, from, to }: Period, now: Date): readonly [from: string, to: string] {
  if (period === 'all') return ['', ''];
  // With the days in reverse order both were still meant.
  if (period === 'days') return from !== '' && to !== '' && to < from ? [to, from] : [from, to];
  const first = new Date(now);
  first.setDate(first.getDate() - daysBack[period]);
  return [localDay(first), localDay(now)];
}
