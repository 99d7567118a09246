import { clientLevels } from '@causeway/domain/clients/client-level';
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag, line } from '../fields/fields.ts';

/** C-16 Check the phone code. */
export const checkPhoneCode = defineCall({
  id: 'C-16',
  name: 'checkPhoneCode',
  summary: 'Confirm a phone number with its code',
  method: 'POST',
  path: '/verification/phone/check_code',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ phone: line(32), code: line(16) }),
  example: { phone: '+442079460958', code: '123456' },
  answer: z.object({ success: flag, clientLevel: z.enum(clientLevels), errors: errorItems }),
});
