import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flagText, niceId, partnerKey } from '../fields/fields.ts';
import { order } from '../shapes/order.ts';

/** C-28 Read an order. `ghostMode` marks a poll that is not client activity. 404 when unknown. */
export const getOrder = defineCall({
  id: 'C-28',
  name: 'getOrder',
  summary: 'Read an order by its public id',
  method: 'POST',
  path: '/onramp/o/{niceId}',
  encoding: 'form',
  access: 'anyone',
  params: z.object({ niceId }),
  request: z.object({ ghostMode: flagText.optional(), partnerKey: partnerKey.optional() }),
  answer: z.object({ order, errors: errorItems }),
});
