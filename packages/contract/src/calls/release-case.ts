import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag } from '../fields/fields.ts';
import { caseId } from '../shapes/verification.ts';

/** C-95b Put a claimed case back into the queue, also one that another operator left (an addition). */
export const releaseCase = defineCall({
  id: 'C-95b',
  name: 'releaseCase',
  summary: 'Give a case back',
  method: 'POST',
  path: '/operator/cases/release',
  encoding: 'form',
  access: 'operator',
  params: z.object({}),
  request: z.object({ id: caseId }),
  example: { id: '0b6f3f6c-6b0e-4c6e-9a57-1f7d8a2c9e10' },
  answer: z.object({ success: flag, errors: errorItems }),
});
