import type { endSession } from '@causeway/contract/calls/end-session';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const endSessionEndpoint: Endpoint<{ id?: string; isOthers?: boolean }, AnswerOf<typeof endSession>> = {
  id: 'C-07b',
  method: 'POST',
  path: '/client/sessions/end',
  keys: ['success', 'errors'],
};
