import type { renamePasskey } from '@causeway/contract/calls/rename-passkey';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const renamePasskeyEndpoint: Endpoint<{ id: string; name: string }, AnswerOf<typeof renamePasskey>> = {
  id: 'C-61d',
  method: 'POST',
  path: '/client/passkeys/rename',
  keys: ['success', 'errors'],
};
