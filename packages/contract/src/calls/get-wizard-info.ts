import { documentStatuses } from '@causeway/domain/verification/documents';
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag } from '../fields/fields.ts';
import { uploadedFile, walletId, wizardName } from '../shapes/verification.ts';

/** C-22 One wizard: what was typed, what was uploaded, and what was said of it. */
export const getWizardInfo = defineCall({
  id: 'C-22',
  name: 'getWizardInfo',
  summary: 'Fields and documents of one wizard',
  method: 'POST',
  path: '/verification/info',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ wizard: wizardName, walletId: walletId.optional() }),
  example: { wizard: 'basic' },
  answer: z.object({
    success: flag,
    wizard: wizardName,
    status: z.enum(documentStatuses),
    /** By the names of the wire. */
    fields: z.record(z.string(), z.string()),
    /** What the reviewer said of a field, by its name. */
    comments: z.record(z.string(), z.string()),
    documents: z.array(uploadedFile),
    /** Who checks it instead of people: the name of an outside provider; empty where people do. */
    provider: z.string(),
    isVerified: flag,
    isLocked: flag,
    errors: errorItems,
  }),
});
