import { z } from 'zod';
import { dayMs } from '../../context.ts';
import type { Cursor, OrderFilter } from './store.ts';
import { Refusal } from '../../errors.ts';
import type { RequestOf } from '@causeway/contract/define-call';
import type { listTransactions as listTransactionsCall } from '@causeway/contract/calls/list-transactions';

const form = z.tuple([z.coerce.number().int().min(0).max(8.64e15), z.uuid()]);

/** Where the next page begins, as the answer carries it. */
export function writeCursor({ createdAt, orderId }: Cursor): string {
  return `${createdAt.getTime()}_${orderId}`;
}

/** @throws Refusal FIELD_INVALID for a cursor that no answer contained */
export function readCursor(page: string | undefined): Cursor | undefined {
  if (page === undefined || page === '') return undefined;
  const read = form.safeParse(page.split('_'));
  if (!read.success) throw new Refusal({ code: 'FIELD_INVALID', field: 'page', values: { fault: 'page' } });
  const [time, orderId] = read.data;
  return { createdAt: new Date(time), orderId };
}

export type FilterRequest = RequestOf<typeof listTransactionsCall>;

/** The requested filters of a list. */
export function readFilter({ timeFrom, timeTo, timeZone = 'UTC', ...rest }: FilterRequest): OrderFilter {
  return {
    from: timeFrom === undefined ? undefined : startOfDay(timeFrom, timeZone),
    until: timeTo === undefined ? undefined : startOfDay(timeTo, timeZone, 1),
    payinGroup: toList(rest.method),
    payinCurrency: toList(rest.payinCurrency),
    payoutCurrency: toList(rest.payoutCurrency),
    status: toList(rest.status),
  };
}

/** Without a value, or with an empty list, nothing is filtered. */
function toList(value: string | readonly string[] | undefined): readonly string[] {
  return [value ?? []].flat();
}

/**
 * The moment at which a day (YYYY-MM-DD), or one so many days later, begins in a time zone; where its midnight is
 * skipped, the moment of the skip.
 */
export function startOfDay(day: string, timeZone: string, daysLater = 0): Date {
  const midnight = Date.parse(day) + daysLater * dayMs;
  // The offset at midnight is known only once midnight is: a guess that is hours off leads to it.
  const guess = midnight - offsetAt(midnight, timeZone);
  const start = midnight - offsetAt(guess, timeZone);
  const isMidnight = start + offsetAt(start, timeZone) === midnight;
  return new Date(isMidnight ? start : Math.max(start, guess));
}

/** How far a zone's clocks are ahead of UTC, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(moment);
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(zone) ?? [];
  const ahead = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ahead : ahead;
}
