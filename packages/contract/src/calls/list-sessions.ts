import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flag, unixSeconds } from '../fields/fields.ts';

/** What opens the account, or gets its news, besides passwords and sessions; newest first. */
const clientCredential = z.object({
  /** For `credentialId` of C-07b; a passkey's for C-61e. */
  id: z.string(),
  kind: z.enum(['biometric', 'push', 'passkey', 'login', 'handover']),
  /** Of the device, the passkey or the external provider; may be empty. */
  name: z.string(),
  createdAt: unixSeconds,
  /** 0 where it is not known. */
  lastUsedAt: unixSeconds,
});

export type ClientCredential = z.output<typeof clientCredential>;

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
    credentials: z.array(clientCredential),
  }),
});
