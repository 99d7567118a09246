import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag, niceId } from '../fields/fields.ts';

/**
 * C-34 Late-transaction decision: `yes` exchanges what has arrived at the current price, `no` refunds it.
 * By the owner, or by anyone with the link of a merchant's order, whose payer may have no account.
 */
export const decideLatePayment = defineCall({
  id: 'C-34',
  name: 'decideLatePayment',
  summary: 'Go on with a late or partial payment, or have it back',
  method: 'POST',
  path: '/lt_decision',
  encoding: 'form',
  access: 'merchant',
  params: z.object({}),
  request: z.object({ niceId, answer: z.enum(['yes', 'no']) }),
  example: { niceId: 'CW0123456789ABCDEF', answer: 'yes' },
  answer: z.object({ success: flag, errors: errorItems }),
});
