import type { getClient } from '@causeway/contract/calls/get-client';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../lib/api/endpoint.ts';

export const clientEndpoint: Endpoint<Record<string, never>, AnswerOf<typeof getClient>> = {
  id: 'C-02',
  method: 'GET',
  path: '/onramp/client',
  keys: ['client'],
};
