import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { line } from '../fields/fields.ts';

/** C-11 Refresh: a new pair for a refresh token; the old one is spent. 401 when the session is over. */
export const refreshAccessToken = defineCall({
  id: 'C-11',
  name: 'refreshAccessToken',
  summary: 'Exchange a refresh token for a new pair',
  method: 'POST',
  path: '/refresh_access_token',
  encoding: 'form',
  access: 'anyone',
  params: z.object({}),
  request: z.object({ refresh: line(1000), tfp: line(128).optional() }),
  example: { refresh: 'cwr_of-the-answer' },
  answer: z.object({ access: z.string(), refresh: z.string() }),
});
