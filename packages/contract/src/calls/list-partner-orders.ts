import { orderStatuses } from '@causeway/domain/orders/order-status';
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { line } from '../fields/fields.ts';
import { partnerOrder } from '../shapes/partner-order.ts';

/** C-82 The orders of the partner whose secret key asks, 20 a page, the newest first. */
export const listPartnerOrders = defineCall({
  id: 'C-82',
  name: 'listPartnerOrders',
  summary: 'Orders, for the partner’s server',
  method: 'GET',
  path: '/partner/orders',
  encoding: 'query',
  access: 'partner',
  params: z.object({}),
  request: z.object({
    status: z.enum(orderStatuses).optional(),
    /** The partner's own number. */
    partnerOrderId: line(64).optional(),
    /** `nextPage` of the page before; left out for the first. */
    page: line(100).optional(),
  }),
  answer: z.object({
    orders: z.array(partnerOrder),
    /** Empty on the last page. */
    nextPage: z.string(),
    errors: errorItems,
  }),
});
