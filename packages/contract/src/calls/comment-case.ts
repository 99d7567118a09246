import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag, line, someText } from '../fields/fields.ts';
import { caseId } from '../shapes/verification.ts';

/** C-95d Say what is wrong with a field of a claimed case; an empty comment takes it back (an addition). */
export const commentCase = defineCall({
  id: 'C-95d',
  name: 'commentCase',
  summary: 'Comment a field',
  method: 'POST',
  path: '/operator/cases/comment',
  encoding: 'form',
  access: 'operator',
  params: z.object({}),
  request: z.object({ id: caseId, field: line(40), comment: someText(1_000).optional() }),
  example: { id: '0b6f3f6c-6b0e-4c6e-9a57-1f7d8a2c9e10', field: 'document_type', comment: 'This is a passport.' },
  answer: z.object({ success: flag, errors: errorItems }),
});
