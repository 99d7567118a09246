import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flag } from '../fields/fields.ts';
import { eachSwitch, notificationSwitches } from '../shapes/notification-switches.ts';

/** C-64 By which channels the client learns of what. */
export const getSubscription = defineCall({
  id: 'C-64',
  name: 'getSubscription',
  summary: 'Letters and push messages that the client wants',
  method: 'POST',
  path: '/client/subscription',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({}),
  answer: z.object({
    success: flag,
    ...eachSwitch(notificationSwitches, () => flag),
    /** The key that a browser subscribes to push messages with, base64url; empty where none are sent to browsers. */
    pushKey: z.string(),
    /** Whether push messages go to the browser of this session. */
    isPushHere: flag,
  }),
});
