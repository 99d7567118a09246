import type { getConfig } from '@causeway/contract/calls/get-config';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../lib/api/endpoint.ts';

export const configEndpoint: Endpoint<{ partnerKey: string }, AnswerOf<typeof getConfig>> = {
  id: 'C-01',
  method: 'GET',
  path: '/onramp/config',
  keys: ['swConfig', 'currencyConfig', 'features'],
};
