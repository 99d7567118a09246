import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag } from '../fields/fields.ts';
import { documentId, uploadedFile, walletId, wizardName } from '../shapes/verification.ts';

/** C-24 Removes a file that was not submitted or was declined; what is left of its wizard is answered. */
export const dropDocument = defineCall({
  id: 'C-24',
  name: 'dropDocument',
  summary: 'Remove a document',
  method: 'POST',
  path: '/verification/document/drop',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ id: documentId, wizard: wizardName, walletId: walletId.optional() }),
  example: { id: '0b6f3f6c-6b0e-4c6e-9a57-1f7d8a2c9e10', wizard: 'identity' },
  answer: z.object({ success: flag, documents: z.array(uploadedFile), errors: errorItems }),
});
