import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { line } from '../fields/fields.ts';
import { documentId } from '../shapes/verification.ts';

/**
 * C-95f A file that a client sent for review, for the operator who claimed its case (an addition). The look is on the
 * record, with the reason, before anything is opened.
 */
export const showDocument = defineCall({
  id: 'C-95f',
  name: 'showDocument',
  summary: 'Read a file of a case',
  method: 'POST',
  path: '/operator/documents/read',
  encoding: 'form',
  access: 'operator',
  fileTypes: ['image/jpeg', 'application/pdf'],
  params: z.object({}),
  request: z.object({ id: documentId, reason: line(500) }),
  example: { id: '0b6f3f6c-6b0e-4c6e-9a57-1f7d8a2c9e10', reason: 'review' },
  answer: z.object({}),
});
