import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flag, line } from '../fields/fields.ts';

/**
 * C-69 Analytics event (3-70, A-037). Kept only where the operator has switched analytics on; failures are ignored
 * by the caller.
 */
export const sendEvent = defineCall({
  id: 'C-69',
  name: 'sendEvent',
  summary: 'An analytics event',
  method: 'POST',
  path: '/client/send_event',
  encoding: 'json',
  access: 'anyone',
  params: z.object({}),
  request: z.object({
    type: z.string().regex(/^[a-z_]{3,40}$/, 'Must be an event name such as order_started.'),
    opts: z.record(z.string().max(40), line(120)).optional(),
  }),
  example: { type: 'order_started' },
  answer: z.object({ success: flag }),
});
