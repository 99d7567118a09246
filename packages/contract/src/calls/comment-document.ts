import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag, someText } from '../fields/fields.ts';
import { documentId } from '../shapes/verification.ts';

/** C-95e The same of a file; what has a comment is what the client is asked for again (an addition). */
export const commentDocument = defineCall({
  id: 'C-95e',
  name: 'commentDocument',
  summary: 'Comment a file',
  method: 'POST',
  path: '/operator/documents/comment',
  encoding: 'form',
  access: 'operator',
  params: z.object({}),
  request: z.object({ id: documentId, comment: someText(1_000).optional() }),
  example: { id: '0b6f3f6c-6b0e-4c6e-9a57-1f7d8a2c9e10', comment: 'The corners are cut off.' },
  answer: z.object({ success: flag, errors: errorItems }),
});
