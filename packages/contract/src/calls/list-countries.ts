import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flag } from '../fields/fields.ts';

/** C-19 Countries, by their names in the caller's language. */
export const listCountries = defineCall({
  id: 'C-19',
  name: 'listCountries',
  summary: 'Countries with their dialling codes',
  method: 'POST',
  path: '/data/countries',
  encoding: 'form',
  access: 'anyone',
  params: z.object({}),
  request: z.object({}),
  answer: z.object({
    success: flag,
    data: z.array(
      z.object({
        /** ISO 3166 code of two letters. */
        code: z.string(),
        name: z.string(),
        /** Digits, without the plus. */
        phoneCode: z.string(),
        isEu: flag,
        /** Numbers and clients of this country are refused. */
        isRestricted: flag,
        /** An address there names a state. */
        hasStates: flag,
      }),
    ),
  }),
});
