import { clientLevels } from '@causeway/domain/clients/client-level';
import { documentStatuses } from '@causeway/domain/verification/documents';
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag, line } from '../fields/fields.ts';
import { caseId, documentId, wizardName } from '../shapes/verification.ts';

/**
 * C-95c What a client typed and sent, and what was said of it, for the operator who claimed the case (an addition). The
 * look is on the record, with the reason.
 */
export const readCase = defineCall({
  id: 'C-95c',
  name: 'readCase',
  summary: 'Read a case',
  method: 'POST',
  path: '/operator/cases/read',
  encoding: 'form',
  access: 'operator',
  params: z.object({}),
  request: z.object({ id: caseId, reason: line(500) }),
  example: { id: '0b6f3f6c-6b0e-4c6e-9a57-1f7d8a2c9e10', reason: 'review' },
  answer: z.object({
    success: flag,
    /** Number of the client. */
    client: z.string(),
    level: z.enum(clientLevels),
    wizard: wizardName,
    /** What a person should know besides, such as a name on a sanctions list; never shown to the client. */
    hints: z.array(z.object({ kind: z.string(), about: z.string() })),
    /** The card of a wallet, masked; empty for other wizards. */
    card: z.string(),
    fields: z.array(z.object({ name: z.string(), value: z.string() })),
    comments: z.array(z.object({ field: z.string(), comment: z.string() })),
    documents: z.array(
      z.object({
        id: documentId,
        type: z.string(),
        status: z.enum(documentStatuses),
        /** Days as `2026-11-25`; empty where the client names none. */
        documentDate: z.string(),
        expiryDate: z.string(),
        comment: z.string(),
      }),
    ),
    errors: errorItems,
  }),
});
