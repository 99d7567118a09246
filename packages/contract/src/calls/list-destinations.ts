import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flag, unixSeconds } from '../fields/fields.ts';

/** Where withdrawals may go, by names of the client's own (an addition to the specification), the newest first. */
export const listDestinations = defineCall({
  id: 'C-44a',
  name: 'listDestinations',
  summary: 'Saved destinations of withdrawals',
  method: 'POST',
  path: '/balance/destinations',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({}),
  answer: z.object({
    success: flag,
    destinations: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        currency: z.string(),
        network: z.string(),
        /** A chain address, or an IBAN. */
        address: z.string(),
        tag: z.string(),
        memoValue: z.string(),
        /** Of a bank account. */
        holder: z.string(),
        createdAt: unixSeconds,
        /** From when on money may go there. */
        usableAt: unixSeconds,
        isUsable: flag,
      }),
    ),
    /** New destinations wait, and nothing else is withdrawn to. */
    isWaitOn: flag,
    /** When that ends, where its end was asked for; else 0. */
    waitEndsAt: unixSeconds,
    waitHours: z.int(),
  }),
});
