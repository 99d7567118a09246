import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag } from '../fields/fields.ts';
import { walletId, wizardName } from '../shapes/verification.ts';

/**
 * C-23a Hands a wizard that takes files to a phone: a token for a link that opens once, within ten minutes. It ends
 * with the session; the same wizard's earlier link ends at once. `WIZARD_LOCKED` where the wizard takes no files now.
 */
export const startHandover = defineCall({
  id: 'C-23a',
  name: 'startHandover',
  summary: 'Go on with a phone',
  method: 'POST',
  path: '/verification/handover/new',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ wizard: wizardName, walletId: walletId.optional() }),
  example: { wizard: 'identity' },
  answer: z.object({ success: flag, id: z.string(), token: z.string(), expiresInSec: z.int(), errors: errorItems }),
});
