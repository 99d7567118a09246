import type { listPasskeys } from '@causeway/contract/calls/list-passkeys';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const passkeysEndpoint: Endpoint<Record<string, never>, AnswerOf<typeof listPasskeys>> = {
  id: 'C-61a',
  method: 'POST',
  path: '/client/passkeys',
  keys: ['passkeys'],
};
