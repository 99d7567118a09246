import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { siteConfig } from '../shapes/site-config.ts';

const { payinSelect, payoutSelect, groupRules, default: start } = siteConfig.shape;

/**
 * C-42 What can be withdrawn, and where to: the balances with what is available of each, the networks and methods that
 * pay out, and what a form begins with.
 */
export const getWithdrawalConfig = defineCall({
  id: 'C-42',
  name: 'getWithdrawalConfig',
  summary: 'What can be withdrawn from the balance',
  method: 'GET',
  path: '/onramp/balance-withdrawal-config',
  encoding: 'query',
  access: 'client',
  params: z.object({}),
  request: z.object({}),
  answer: z.object({ payinSelect, payoutSelect, groupRules, default: start, errors: errorItems }),
});
