import { z } from 'zod';
import { defineCall } from '../define-call.ts';

/**
 * C-75 Follow what changes for the client, as server-sent events: each has one word as its data (`StreamMessage`), and
 * says nothing but that something is to be read again. The stream ends with the session; a client has few of them, and
 * one more is TOO_MANY_REQUESTS (429). TRY_LATER (503) while changes do not arrive at this server: poll meanwhile.
 */
export const followChanges = defineCall({
  id: 'C-75',
  name: 'followChanges',
  summary: 'Follow what changes for the client',
  method: 'GET',
  path: '/client/changes',
  encoding: 'query',
  access: 'client',
  isStream: true,
  params: z.object({}),
  request: z.object({}),
  answer: z.object({}),
});
