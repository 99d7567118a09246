import type { removePasskey } from '@causeway/contract/calls/remove-passkey';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const removePasskeyEndpoint: Endpoint<
  { id: string; password: string; code?: string },
  AnswerOf<typeof removePasskey>
> = {
  id: 'C-61e',
  method: 'POST',
  path: '/client/passkeys/remove',
  keys: ['success', 'errors'],
};
