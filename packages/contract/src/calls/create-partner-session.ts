import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag, partnerKey, unixSeconds } from '../fields/fields.ts';
import { presetFields } from '../shapes/presets.ts';

/**
 * C-71 A session token for one page of the partner, made by the partner's server with its secret key (`X-Authorization:
 * Bearer sk_…`). It is valid once, within 5 minutes, on a page of this partner, as the page's `session_token`. Its
 * presets cannot be changed by the page's URL, by a message or by the client. A key that does not exist, has ended or
 * belongs to another partner than `partnerKey`: 401 PARTNER_KEY_WRONG.
 */
export const createPartnerSession = defineCall({
  id: 'C-71',
  name: 'createPartnerSession',
  summary: 'A single-use token with presets for one page of a partner',
  method: 'POST',
  path: '/partner/sessions',
  encoding: 'form',
  access: 'partner',
  params: z.object({}),
  request: z.strictObject({ ...z.object(presetFields).partial().shape, partnerKey: partnerKey.optional() }),
  example: { payinAmount: '250' },
  answer: z.object({ success: flag, sessionToken: z.string(), expiresAt: unixSeconds, errors: errorItems }),
});
