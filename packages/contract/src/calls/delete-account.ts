import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flagText, line, ownerPassword } from '../fields/fields.ts';
import { successAnswer } from '../shapes/session.ts';

/**
 * C-63 Delete the account. Refused with BALANCE_NOT_EMPTY or ORDER_IN_PROGRESS; sign-in ends at once, records with a
 * legal retention period are erased on schedule.
 */
export const deleteAccount = defineCall({
  id: 'C-63',
  name: 'deleteAccount',
  summary: 'Delete the account',
  method: 'POST',
  path: '/client/delete_account',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({
    password: ownerPassword,
    code: line(20).optional(),
    reason: line(400).optional(),
    isAgree: flagText,
  }),
  example: { password: 'four words of yours', isAgree: '1' },
  answer: successAnswer,
});
