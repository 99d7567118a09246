import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flag } from '../fields/fields.ts';

/** C-20 Countries with their states, where an address there names one. */
export const listStates = defineCall({
  id: 'C-20',
  name: 'listStates',
  summary: 'Countries and states',
  method: 'POST',
  path: '/data/countries-and-states',
  encoding: 'form',
  access: 'anyone',
  params: z.object({}),
  request: z.object({}),
  answer: z.object({
    success: flag,
    data: z.array(
      z.object({
        /** ISO 3166-1, two letters. */
        code: z.string(),
        name: z.string(),
        /** Codes of ISO 3166-2, without the country's. */
        states: z.array(z.object({ code: z.string(), name: z.string() })),
      }),
    ),
  }),
});
