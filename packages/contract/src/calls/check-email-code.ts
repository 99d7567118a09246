import { clientLevels } from '@causeway/domain/clients/client-level';
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag, line } from '../fields/fields.ts';

/**
 * C-14 Check the e-mail code; a right one raises the level and makes the e-mail address the client's. When it replaces
 * a confirmed one, the other sessions end and the old address is notified by e-mail.
 */
export const checkEmailCode = defineCall({
  id: 'C-14',
  name: 'checkEmailCode',
  summary: 'Confirm the e-mail with the 6-digit code',
  method: 'POST',
  path: '/check_email_verification_code',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ code: line(20) }),
  example: { code: '123456' },
  answer: z.object({ success: flag, clientLevel: z.enum(clientLevels), errors: errorItems }),
});
