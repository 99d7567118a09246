import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { niceId } from '../fields/fields.ts';

/** C-87 The receipt of a finished order as PDF, for its owner. 404 for any other order, and until it is finished. */
export const downloadReceipt = defineCall({
  id: 'C-87',
  name: 'downloadReceipt',
  summary: 'Download the receipt of an order',
  method: 'POST',
  path: '/onramp/o/{niceId}/receipt',
  encoding: 'form',
  access: 'client',
  fileTypes: ['application/pdf'],
  params: z.object({ niceId }),
  request: z.object({}),
  answer: z.object({}),
});
