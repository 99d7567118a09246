import { clientLevels } from '@causeway/domain/clients/client-level';
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag } from '../fields/fields.ts';
import { basicFields } from '../shapes/verification.ts';

/** C-18 Submits name, birthday and address. */
export const submitBasic = defineCall({
  id: 'C-18',
  name: 'submitBasic',
  summary: 'Submit the basic data',
  method: 'POST',
  path: '/verification/basic/submit',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object(basicFields),
  example: { firstName: 'Ada' },
  answer: z.object({ success: flag, clientLevel: z.enum(clientLevels), errors: errorItems }),
});
