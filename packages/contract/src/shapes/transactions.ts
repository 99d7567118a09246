import { z } from 'zod';
import { errorItems } from '../errors/error-item.ts';
import { currencyCode, flag, flagText, groupCode, line, timeZone } from '../fields/fields.ts';
import { order } from './order.ts';

const day = z.iso.date();

/** One value, or a list of values of which any fits. */
const anyOf = <Item extends z.ZodType>(item: Item) => z.union([item, z.array(item).max(20)]).optional();

/** Filters of a list of transactions (3-57, A-111). */
export const transactionFilters = {
  /** First and last day, the last one included. */
  timeFrom: day.optional(),
  timeTo: day.optional(),
  /** Time zone of these days; UTC when left out. */
  timeZone: timeZone.optional(),
  /** Pay-in groups. */
  method: anyOf(groupCode),
  payinCurrency: anyOf(currencyCode),
  payoutCurrency: anyOf(currencyCode),
  status: anyOf(line(32)),
  /** `nextPage` of the page before; left out for the first. */
  page: line(100).optional(),
  /** Requests the available filters instead of the transactions. */
  getFiltersData: flagText.optional(),
};

/** A value to filter by, with its name in the caller's language. */
export const filterChoice = z.object({ code: z.string(), name: z.string() });

/** Transactions (3-56), 20 a page, the newest first, or with `getFiltersData` the available filters. */
export const transactionsAnswer = z.object({
  success: flag,
  data: z.array(order).optional(),
  /** Empty on the last page. */
  nextPage: z.string().optional(),
  /** How many match, on all pages together, counted up to 1 000. */
  recordsTotal: z.int().optional(),
  method: z.array(filterChoice).optional(),
  payinCurrency: z.array(filterChoice).optional(),
  payoutCurrency: z.array(filterChoice).optional(),
  status: z.array(filterChoice).optional(),
  /** Earliest day, of UTC; empty without any transaction. */
  time: z.string().optional(),
  errors: errorItems,
});
