import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { unixSeconds, wholeText } from '../fields/fields.ts';

/** C-53 What was paid to the client's balance for rewards, the newest first (3-53, A-115). */
export const listAffiliatePayouts = defineCall({
  id: 'C-53',
  name: 'listAffiliatePayouts',
  summary: 'Affiliate payouts',
  method: 'POST',
  path: '/referral/payouts',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({
    /** How many to leave out; none when left out. */
    start: wholeText(1_000_000_000).optional(),
    /** How many to answer; 20 when left out. */
    length: wholeText(100).optional(),
  }),
  answer: z.object({
    data: z.array(
      z.object({
        createdAt: unixSeconds,
        niceId: z.string(),
        amount: z.string(),
        currency: z.string(),
        /** Money of the ledger is on the balance at once. */
        status: z.enum(['finished']),
      }),
    ),
    recordsTotal: z.int(),
  }),
});
