import type { getBalance } from '@causeway/contract/calls/get-balance';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export type Balance = AnswerOf<typeof getBalance>;

export const balanceEndpoint: Endpoint<Record<string, never>, Balance> = {
  id: 'C-37',
  method: 'POST',
  path: '/balance',
  keys: ['balances', 'primaryBalance', 'primaryCurrency'],
};
