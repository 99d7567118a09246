import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { currencyCode, flag } from '../fields/fields.ts';

/** C-40 The currency that totals are shown in: one of `clientPrimaryCurrencies`. */
export const setPrimary = defineCall({
  id: 'C-40',
  name: 'setPrimary',
  summary: 'Set the primary currency',
  method: 'POST',
  path: '/balance/set_primary',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ currency: currencyCode }),
  example: { currency: 'EUR' },
  answer: z.object({ success: flag, primaryCurrency: z.string(), errors: errorItems }),
});
