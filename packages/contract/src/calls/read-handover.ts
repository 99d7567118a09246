import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag } from '../fields/fields.ts';
import { handoverId, uploadedFile } from '../shapes/verification.ts';

/** C-23b How far the phone is, for the page that handed the wizard over, with the files that have come. */
export const readHandover = defineCall({
  id: 'C-23b',
  name: 'readHandover',
  summary: 'How far the phone is',
  method: 'POST',
  path: '/verification/handover',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ id: handoverId }),
  example: { id: '0b6f3f6c-6b0e-4c6e-9a57-1f7d8a2c9e10' },
  answer: z.object({
    success: flag,
    /** The link waits, a phone has opened it, the phone is done, or the time is over. */
    state: z.enum(['waiting', 'open', 'done', 'over']),
    /** What the phone calls itself; may be empty. */
    deviceName: z.string(),
    documents: z.array(uploadedFile),
    errors: errorItems,
  }),
});
