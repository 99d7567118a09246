import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag } from '../fields/fields.ts';

export const valuePeriods = ['week', 'month', 'year', 'all'] as const;

/**
 * C-88 What the client's balance was worth at the end of each day (UTC), the oldest first, in the currency that totals
 * are shown in: the ledger's balances at the prices of their days. `all` begins with the first movement; a long time is
 * answered in steps of several days, and always ends today.
 */
export const getBalanceHistory = defineCall({
  id: 'C-88',
  name: 'getBalanceHistory',
  summary: 'Value of the balance over time',
  method: 'POST',
  path: '/balance/value_history',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ period: z.enum(valuePeriods) }),
  example: { period: 'month' },
  answer: z.object({
    success: flag,
    currency: z.string(),
    points: z.array(
      z.object({
        day: z.iso.date(),
        /** Decimal text; empty while a price of that day, or one before it, is not known. */
        value: z.string(),
      }),
    ),
    errors: errorItems,
  }),
});
