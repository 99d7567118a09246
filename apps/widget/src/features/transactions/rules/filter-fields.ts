import { daysOf } from '../../../parts/list/period.ts';
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
