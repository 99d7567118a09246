import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flag, unixSeconds } from '../fields/fields.ts';

/** Where the client is signed in (an addition to the specification): devices and recent sign-ins, newest first. */
export const listSessions = defineCall({
  id: 'C-07a',
  name: 'listSessions',
  summary: 'Devices and sessions of the client',
  method: 'POST',
  path: '/client/sessions',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({}),
  answer: z.object({
    success: flag,
    sessions: z.array(
      z.object({
        id: z.string(),
        deviceName: z.string(),
        platform: z.string(),
        createdAt: unixSeconds,
        lastSeenAt: unixSeconds,
        /** 0 while it lives. */
        endedAt: unixSeconds,
        /** `logged_out`, `ended_elsewhere`, `password_changed`, `email_changed`, `security`, `expired` or empty. */
        endReason: z.string(),
        isCurrent: flag,
      }),
    ),
  }),
});
