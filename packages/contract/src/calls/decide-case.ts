import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag, line } from '../fields/fields.ts';
import { caseId } from '../shapes/verification.ts';

/**
 * C-95g Approve a claimed case, ask its client again for what has a comment, or refuse it for good (an addition). An
 * identity needs a second operator: `said` is what has happened. The reason of a refusal is for the record.
 */
export const decideCase = defineCall({
  id: 'C-95g',
  name: 'decideCase',
  summary: 'Decide a case',
  method: 'POST',
  path: '/operator/cases/decide',
  encoding: 'form',
  access: 'operator',
  params: z.object({}),
  request: z.object({ id: caseId, decision: z.enum(['approve', 'ask_again', 'reject']), reason: line(500).optional() }),
  example: { id: '0b6f3f6c-6b0e-4c6e-9a57-1f7d8a2c9e10', decision: 'approve' },
  answer: z.object({ success: flag, said: z.string(), errors: errorItems }),
});
