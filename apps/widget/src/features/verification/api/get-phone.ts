import type { getPhone } from '@causeway/contract/calls/get-phone';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const phoneEndpoint: Endpoint<Record<string, never>, AnswerOf<typeof getPhone>> = {
  id: 'C-16a',
  method: 'POST',
  path: '/client/phone',
  keys: ['phone', 'country'],
};
