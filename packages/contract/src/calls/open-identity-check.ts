import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag } from '../fields/fields.ts';
import { wizardName } from '../shapes/verification.ts';

/** C-21 The page of an outside provider that checks a wizard. Without one, people look at uploaded files. */
export const openIdentityCheck = defineCall({
  id: 'C-21',
  name: 'openIdentityCheck',
  summary: 'Open the check of an outside provider',
  method: 'POST',
  path: '/verification/idcheck/info',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ wizard: wizardName }),
  example: { wizard: 'identity' },
  answer: z.object({
    success: flag,
    /** Its name; empty where people check, and then the next three are empty too. */
    provider: z.string(),
    token: z.string(),
    /** Its page for this client alone. */
    url: z.string(),
    /** For how many seconds token and page are valid. */
    expirationTimeSec: z.int(),
    /** Whether the page may be shown in a frame; else it opens in a window of its own. */
    isFramed: flag,
    errors: errorItems,
  }),
});
