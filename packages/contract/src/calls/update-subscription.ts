import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flagText } from '../fields/fields.ts';
import { eachSwitch } from '../shapes/email-switches.ts';
import { successAnswer } from '../shapes/session.ts';

/** C-65 Save which e-mails the client receives. E-mails about security are always sent. */
export const updateSubscription = defineCall({
  id: 'C-65',
  name: 'updateSubscription',
  summary: 'Choose letters',
  method: 'POST',
  path: '/client/subscription/update',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object(eachSwitch(() => flagText)),
  example: { ...eachSwitch(() => '0' as const), isOrderLetters: '1' },
  answer: successAnswer,
});
