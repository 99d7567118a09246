import type { addPasskey } from '@causeway/contract/calls/add-passkey';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const addPasskeyEndpoint: Endpoint<{ credential: string; name: string }, AnswerOf<typeof addPasskey>> = {
  id: 'C-61c',
  method: 'POST',
  path: '/client/passkeys/add',
  keys: ['success', 'recoveryCodes', 'errors'],
};
