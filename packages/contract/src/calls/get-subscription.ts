import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flag } from '../fields/fields.ts';
import { eachSwitch } from '../shapes/email-switches.ts';

/** C-64 Which e-mails the client receives. */
export const getSubscription = defineCall({
  id: 'C-64',
  name: 'getSubscription',
  summary: 'Letters that the client wants',
  method: 'POST',
  path: '/client/subscription',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({}),
  answer: z.object({ success: flag, ...eachSwitch(() => flag) }),
});
