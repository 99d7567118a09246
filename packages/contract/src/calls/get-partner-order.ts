import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { niceId } from '../fields/fields.ts';
import { partnerOrder } from '../shapes/partner-order.ts';

/** C-81 An order of the partner whose secret key asks. 404 for any other, one of another partner included. */
export const getPartnerOrder = defineCall({
  id: 'C-81',
  name: 'getPartnerOrder',
  summary: 'One order, for the partner’s server',
  method: 'GET',
  path: '/partner/orders/{niceId}',
  encoding: 'query',
  access: 'partner',
  params: z.object({ niceId }),
  request: z.object({}),
  answer: z.object({ order: partnerOrder, errors: errorItems }),
});
