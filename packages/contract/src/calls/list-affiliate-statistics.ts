import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { wholeText } from '../fields/fields.ts';

const day = z.iso.date();

/** C-51 What the client's link has brought, by day, the newest first; days without anything are left out (3-53). */
export const listAffiliateStatistics = defineCall({
  id: 'C-51',
  name: 'listAffiliateStatistics',
  summary: 'Affiliate statistic by day',
  method: 'POST',
  path: '/referral/statistics',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({
    /** First and last day, UTC, the last one included. */
    timeFrom: day.optional(),
    timeTo: day.optional(),
    /** How many days to leave out; none when left out. */
    start: wholeText(100_000).optional(),
    /** How many to answer; 20 when left out. A year is answered at once. */
    length: wholeText(366).optional(),
  }),
  answer: z.object({
    data: z.array(
      z.object({
        /** UTC. */
        date: day,
        /** How often the link was opened. */
        visits: z.int(),
        signups: z.int(),
        /** Finished orders, of both levels. */
        deals: z.int(),
        /** Decimal text; less what was taken back on that day. */
        reward: z.string(),
        currency: z.string(),
      }),
    ),
    /** Days in all that match. */
    recordsTotal: z.int(),
  }),
});
