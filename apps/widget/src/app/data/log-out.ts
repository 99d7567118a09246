import type { logOut } from '@causeway/contract/calls/log-out';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../lib/api/endpoint.ts';

export const logOutEndpoint: Endpoint<{ refresh: string }, AnswerOf<typeof logOut>> = {
  id: 'C-10',
  method: 'POST',
  path: '/logout',
  keys: ['success'],
};
