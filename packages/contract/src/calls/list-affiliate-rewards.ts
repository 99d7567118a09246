import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { timeZone, unixSeconds, wholeText } from '../fields/fields.ts';

const day = z.iso.date();

/**
 * C-52 Rewards by deal, the newest first (3-53, A-115). A reward that was taken back has a second row with a minus, so
 * that the rows sum to what was earned.
 */
export const listAffiliateRewards = defineCall({
  id: 'C-52',
  name: 'listAffiliateRewards',
  summary: 'Affiliate statement by deal',
  method: 'POST',
  path: '/referral/statement',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({
    /** First and last day, the last one included. */
    timeFrom: day.optional(),
    timeTo: day.optional(),
    /** Time zone of these days; UTC when left out. */
    timeZone: timeZone.optional(),
    /** How many to leave out; none when left out. */
    start: wholeText(1_000_000_000).optional(),
    /** How many to answer; 20 when left out. */
    length: wholeText(100).optional(),
  }),
  answer: z.object({
    data: z.array(
      z.object({
        createdAt: unixSeconds,
        /** Number of the reward; it opens no order. */
        niceId: z.string(),
        /** 1 by a client who came by the link, 2 by one whom that client has brought. */
        level: z.int(),
        /** What was exchanged, as decimal text. */
        amount: z.string(),
        reward: z.string(),
        currency: z.string(),
      }),
    ),
    /** Rows in all that match. */
    recordsTotal: z.int(),
  }),
});
