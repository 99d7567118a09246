import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flagText } from '../fields/fields.ts';
import { eachSwitch, laterSwitches, namedSwitches } from '../shapes/notification-switches.ts';
import { successAnswer } from '../shapes/session.ts';

/** C-65 Save by which channels the client learns of what. E-mails about security are always sent. */
export const updateSubscription = defineCall({
  id: 'C-65',
  name: 'updateSubscription',
  summary: 'Choose letters and push messages',
  method: 'POST',
  path: '/client/subscription/update',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({
    ...eachSwitch(namedSwitches, () => flagText),
    ...eachSwitch(laterSwitches, () => flagText.optional()),
  }),
  example: { ...eachSwitch(namedSwitches, () => '0' as const), isOrderLetters: '1' },
  answer: successAnswer,
});
