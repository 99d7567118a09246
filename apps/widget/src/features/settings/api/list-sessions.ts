import type { listSessions } from '@causeway/contract/calls/list-sessions';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const sessionsEndpoint: Endpoint<Record<string, never>, AnswerOf<typeof listSessions>> = {
  id: 'C-07a',
  method: 'POST',
  path: '/client/sessions',
  keys: ['sessions'],
};
