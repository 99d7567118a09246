import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag } from '../fields/fields.ts';
import { caseId } from '../shapes/verification.ts';

/** C-95a Take a case out of the queue, so that no other operator reviews it (an addition). */
export const claimCase = defineCall({
  id: 'C-95a',
  name: 'claimCase',
  summary: 'Claim a case',
  method: 'POST',
  path: '/operator/cases/claim',
  encoding: 'form',
  access: 'operator',
  params: z.object({}),
  request: z.object({ id: caseId }),
  example: { id: '0b6f3f6c-6b0e-4c6e-9a57-1f7d8a2c9e10' },
  answer: z.object({ success: flag, errors: errorItems }),
});
