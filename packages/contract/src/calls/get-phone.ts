import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flag } from '../fields/fields.ts';

/** The client's confirmed phone number (an addition to the specification). */
export const getPhone = defineCall({
  id: 'C-16a',
  name: 'getPhone',
  summary: 'The confirmed phone number',
  method: 'POST',
  path: '/client/phone',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({}),
  answer: z.object({
    success: flag,
    /** In international form, such as `+442079460958`; empty without one. */
    phone: z.string(),
    /** ISO 3166 code of its country; empty when it has none. */
    country: z.string(),
  }),
});
