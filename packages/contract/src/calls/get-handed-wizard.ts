import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag } from '../fields/fields.ts';
import { paperType, uploadedFile, wizardName } from '../shapes/verification.ts';

/**
 * C-23e What the phone is to photograph: the wizard that it was handed, the kind of paper, and the files that are
 * there. Nothing else that the client typed. 404 for a caller that was handed nothing.
 */
export const getHandedWizard = defineCall({
  id: 'C-23e',
  name: 'getHandedWizard',
  summary: 'The wizard of a phone',
  method: 'POST',
  path: '/verification/handover/wizard',
  encoding: 'form',
  access: 'client',
  isHandedOver: true,
  params: z.object({}),
  request: z.object({}),
  answer: z.object({
    success: flag,
    wizard: wizardName,
    walletId: z.string(),
    /** Of the identity; empty as long as none was chosen. */
    documentType: z.union([z.literal(''), paperType]),
    /** The wizard takes no more files. */
    isLocked: flag,
    documents: z.array(uploadedFile),
    errors: errorItems,
  }),
});
