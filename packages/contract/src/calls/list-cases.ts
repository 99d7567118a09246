import { clientLevels } from '@causeway/domain/clients/client-level';
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { unixSeconds } from '../fields/fields.ts';
import { caseId, wizardName } from '../shapes/verification.ts';

/** C-95 What clients sent for review and what waits for a decision, the longest first (an addition). */
export const listCases = defineCall({
  id: 'C-95',
  name: 'listCases',
  summary: 'Cases that wait for a person',
  method: 'GET',
  path: '/operator/cases',
  encoding: 'query',
  access: 'operator',
  params: z.object({}),
  request: z.object({}),
  answer: z.object({
    cases: z.array(
      z.object({
        id: caseId,
        wizard: wizardName,
        /** Number of the client. */
        client: z.string(),
        level: z.enum(clientLevels),
        submittedAt: unixSeconds,
        /** Operator who looks at it; empty while it waits. */
        claimedBy: z.string(),
        /** Operator who approved an identity, which a second one has to approve too; empty otherwise. */
        firstApprovedBy: z.string(),
      }),
    ),
    errors: errorItems,
  }),
});
