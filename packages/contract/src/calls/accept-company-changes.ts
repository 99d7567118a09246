import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flagText, line } from '../fields/fields.ts';
import { successAnswer } from '../shapes/session.ts';

/** C-67 Accept the changed agreement. CONFLICT when another version is current by now. */
export const acceptCompanyChanges = defineCall({
  id: 'C-67',
  name: 'acceptCompanyChanges',
  summary: 'Accept the changed agreement',
  method: 'POST',
  path: '/client/company_changes/accept',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ version: line(40), isAgree: flagText }),
  example: { version: '2026-01', isAgree: '1' },
  answer: successAnswer,
});
