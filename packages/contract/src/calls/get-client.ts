import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flag } from '../fields/fields.ts';
import { client } from '../shapes/client.ts';

/** C-02 Current client; a visitor is answered too. */
export const getClient = defineCall({
  id: 'C-02',
  name: 'getClient',
  summary: 'Who is asking',
  method: 'GET',
  path: '/onramp/client',
  encoding: 'query',
  access: 'anyone',
  params: z.object({}),
  request: z.object({}),
  answer: z.object({ success: flag, client }),
});
