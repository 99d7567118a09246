import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag, line } from '../fields/fields.ts';

/**
 * C-23d Opens the link of C-23a on a phone, once: the key is sent as `X-Authorization: Handover …` with the calls that
 * a phone may make, for half an hour. 404 for a link that is unknown, was opened before, or has ended.
 */
export const openHandover = defineCall({
  id: 'C-23d',
  name: 'openHandover',
  summary: 'Open a wizard on a phone',
  method: 'POST',
  path: '/verification/handover/open',
  encoding: 'form',
  access: 'anyone',
  params: z.object({}),
  request: z.object({ token: line(100), deviceName: line(60).optional() }),
  example: { token: 'of-the-link' },
  answer: z.object({ success: flag, key: z.string(), expiresInSec: z.int(), errors: errorItems }),
});
