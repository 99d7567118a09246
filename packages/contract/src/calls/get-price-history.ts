import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { currencyCode, flag, unixSeconds } from '../fields/fields.ts';

export const pricePeriods = ['day', 'week', 'month', 'year'] as const;

/**
 * C-90 What one unit of a currency cost in another one over time, by the middle of the market, the oldest first: every
 * ten minutes of a day, every hour of a week, every day of a month or a year, as far as it is known. Without fees and
 * spread, so never a price that an order gets.
 */
export const getPriceHistory = defineCall({
  id: 'C-90',
  name: 'getPriceHistory',
  summary: 'Market price over time',
  method: 'GET',
  path: '/onramp/price_history',
  encoding: 'query',
  access: 'anyone',
  params: z.object({}),
  request: z.object({ base: currencyCode, quote: currencyCode, period: z.enum(pricePeriods) }),
  example: { base: 'BTC', quote: 'EUR', period: 'week' },
  answer: z.object({
    success: flag,
    /** Percent as decimal text, signed where it fell: the last price against the first. Empty without two points. */
    change: z.string(),
    points: z.array(
      z.object({
        at: unixSeconds,
        /** Decimal text with at least six digits that say something. */
        price: z.string(),
      }),
    ),
    errors: errorItems,
  }),
});
