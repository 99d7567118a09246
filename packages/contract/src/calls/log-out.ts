import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flag, flagText, line } from '../fields/fields.ts';

/** C-10 Log out: ends the session at once. Answers the same for a session that is over already. */
export const logOut = defineCall({
  id: 'C-10',
  name: 'logOut',
  summary: 'End the session',
  method: 'POST',
  path: '/logout',
  encoding: 'form',
  access: 'anyone',
  params: z.object({}),
  request: z.object({
    refresh: line(1000).optional(),
    deviceId: line(64).optional(),
    deviceName: line(120).optional(),
    platform: line(40).optional(),
    isForgetBiometric: flagText.optional(),
  }),
  answer: z.object({ success: flag }),
});
