import { z } from 'zod';
import { errorItems } from '../errors/error-item.ts';
import { currencyCode, flag, flagText, groupCode, line } from '../fields/fields.ts';
import { order } from './order.ts';

const day = z.iso.date();

/** What a list of transactions may be narrowed to (3-57). Days are of UTC, the last one included. */
export const transactionFilters = {
  timeFrom: day.optional(),
  timeTo: day.optional(),
  /** Pay-in group. */
  method: groupCode.optional(),
  payinCurrency: currencyCode.optional(),
  payoutCurrency: currencyCode.optional(),
  status: line(32).optional(),
  /** `nextPage` of the page before; left out for the first. */
  page: line(100).optional(),
  /** Asks what there is to filter by, instead of the transactions. */
  getFiltersData: flagText.optional(),
};

/** A value to filter by, with its name in the reader's language. */
export const filterChoice = z.object({ code: z.string(), name: z.string() });

/** Transactions (3-56), the newest first, or with `getFiltersData` what there is to filter by. */
export const transactionsAnswer = z.object({
  success: flag,
  data: z.array(order).optional(),
  /** Empty on the last page. */
  nextPage: z.string().optional(),
  recordsTotal: z.int().optional(),
  method: z.array(filterChoice).optional(),
  payinCurrency: z.array(filterChoice).optional(),
  payoutCurrency: z.array(filterChoice).optional(),
  status: z.array(filterChoice).optional(),
  /** Earliest day; empty without any transaction. */
  time: z.string().optional(),
  errors: errorItems,
});
