import type { listTransactions as call } from '@causeway/contract/calls/list-transactions';
import type { RequestOf } from '@causeway/contract/define-call';
import { startOfDay } from './start-of-day.ts';
import type { OrderFilter } from './store.ts';

export type FilterRequest = RequestOf<typeof call>;

/** What a list is to be narrowed to, as it was asked for. */
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

/** Without a value there is nothing to narrow by; a list without one is nothing too. */
function toList(value: string | readonly string[] | undefined): readonly string[] {
  return [value ?? []].flat();
}
