import type { startConfirmByPasskey } from '@causeway/contract/calls/start-confirm-by-passkey';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const startConfirmByPasskeyEndpoint: Endpoint<Record<string, never>, AnswerOf<typeof startConfirmByPasskey>> = {
  id: 'C-61f',
  method: 'POST',
  path: '/client/passkeys/confirm/start',
  keys: ['success', 'options', 'errors'],
};
