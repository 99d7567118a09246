import type { startPasskey } from '@causeway/contract/calls/start-passkey';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const startPasskeyEndpoint: Endpoint<{ password: string; code?: string }, AnswerOf<typeof startPasskey>> = {
  id: 'C-61b',
  method: 'POST',
  path: '/client/passkeys/start',
  keys: ['success', 'options', 'errors'],
};
