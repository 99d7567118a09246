import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { preorderFields, preorderExample } from '../shapes/preorder.ts';
import { calculationAnswer } from '../shapes/calculation.ts';

/** C-04 Price of a preorder. Refusals come as `errors` beside whatever could be calculated. */
export const getCalculation = defineCall({
  id: 'C-04',
  name: 'getCalculation',
  summary: 'Price, fees and limits of a preorder',
  method: 'GET',
  path: '/onramp/calc',
  encoding: 'query',
  access: 'anyone',
  params: z.object({}),
  request: z.object(preorderFields),
  example: preorderExample,
  answer: calculationAnswer,
});
