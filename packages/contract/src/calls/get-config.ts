import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { preorderFields, widgetParamsField } from '../shapes/preorder.ts';
import { configAnswer } from '../shapes/site-config.ts';

/** C-01 Site config: what can be exchanged, the default preorder and its price. */
export const getConfig = defineCall({
  id: 'C-01',
  name: 'getConfig',
  summary: 'Currencies, payment options, defaults and the first price',
  method: 'GET',
  path: '/onramp/config',
  encoding: 'query',
  access: 'anyone',
  params: z.object({}),
  request: z.object({ ...preorderFields, ...widgetParamsField }),
  answer: configAnswer,
});
