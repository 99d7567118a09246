import type { confirmByPasskey } from '@causeway/contract/calls/confirm-by-passkey';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const confirmByPasskeyEndpoint: Endpoint<{ passkey: string }, AnswerOf<typeof confirmByPasskey>> = {
  id: 'C-61g',
  method: 'POST',
  path: '/client/passkeys/confirm',
  keys: ['success', 'code', 'errors'],
};
