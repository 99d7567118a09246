import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag, flagText, line } from '../fields/fields.ts';
import { basicFields, paperType, verificationViews, walletId, wizardName } from '../shapes/verification.ts';

/**
 * C-17 Saves the fields of one wizard and submits it; without a wizard it says how far each is. `is_draft` only keeps
 * the fields, so that another device goes on with them. `verification_required` holds every wizard that applies to the
 * client, finished ones included.
 */
export const updateVerification = defineCall({
  id: 'C-17',
  name: 'updateVerification',
  summary: 'Save or read the verification',
  method: 'POST',
  path: '/verification/update',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({
    wizard: wizardName.optional(),
    /** Only reads, and is no sign that the client is there. */
    ghostMode: flagText.optional(),
    isDraft: flagText.optional(),
    /** Which paper shows the identity. */
    documentType: paperType.optional(),
    /** The day on which the paper was issued, and the last one on which it counts. */
    documentDate: line(10).optional(),
    expiryDate: line(10).optional(),
    walletId: walletId.optional(),
    ...basicFields,
  }),
  answer: z.object({
    success: flag,
    views: verificationViews,
    verificationRequired: z.array(wizardName),
    errors: errorItems,
  }),
});
