import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag } from '../fields/fields.ts';

/**
 * C-83 Sends a signed webhook of the type `test` to the address of the partner whose secret key asks, and answers what
 * came back. It is sent once and kept nowhere. 400 FIELD_INVALID without an address.
 */
export const sendTestEvent = defineCall({
  id: 'C-83',
  name: 'sendTestEvent',
  summary: 'A test webhook to the partner’s own address',
  method: 'POST',
  path: '/partner/webhooks/test',
  encoding: 'form',
  access: 'partner',
  params: z.object({}),
  request: z.object({}),
  answer: z.object({
    success: flag,
    /** Status of the partner's answer; 0 when none came. */
    answerCode: z.int(),
    /** Why none came: `bad_url`, `private_address`, `timeout`, `unreachable`. */
    failure: z.string(),
    errors: errorItems,
  }),
});
