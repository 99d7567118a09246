import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { documentId } from '../shapes/verification.ts';

/** C-25 A file that the client uploaded within the hour, re-encoded. No other client gets it; later it is 404. */
export const readDocument = defineCall({
  id: 'C-25',
  name: 'readDocument',
  summary: 'Read an uploaded file',
  method: 'GET',
  path: '/verification/document/{id}',
  encoding: 'query',
  access: 'client',
  fileTypes: ['image/jpeg', 'application/pdf'],
  params: z.object({ id: documentId }),
  request: z.object({}),
  answer: z.object({}),
});
