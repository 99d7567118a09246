import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flag } from '../fields/fields.ts';
import { clientLimits, orderLimits } from '../shapes/verification.ts';

/** C-26 What the client may order, and what the next level allows. */
export const getLimits = defineCall({
  id: 'C-26',
  name: 'getLimits',
  summary: 'Limits of the client',
  method: 'GET',
  path: '/verification',
  isPagePath: true,
  encoding: 'query',
  access: 'client',
  params: z.object({}),
  request: z.object({}),
  answer: z.object({ success: flag, orderLimits, clientLimits }),
});
