import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flag, groupCode, unixSeconds } from '../fields/fields.ts';

/**
 * Chain addresses of a network that orders of the client were paid out to (an addition to the specification), the last
 * used first, twenty at most. The address step offers them and warns of one that only looks like them.
 */
export const listUsedAddresses = defineCall({
  id: 'C-35a',
  name: 'listUsedAddresses',
  summary: 'Addresses used before',
  method: 'POST',
  path: '/onramp/addresses',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ payoutGroup: groupCode }),
  example: { payoutGroup: 'bitcoin' },
  answer: z.object({
    success: flag,
    addresses: z.array(
      z.object({
        address: z.string(),
        /** Empty where there is none. */
        dstTag: z.string(),
        memoType: z.string(),
        memoValue: z.string(),
        /** Unix seconds at which the last order to it was made. */
        usedAt: unixSeconds,
      }),
    ),
  }),
});
