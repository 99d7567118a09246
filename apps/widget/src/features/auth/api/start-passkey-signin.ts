import type { startPasskeySignin } from '@causeway/contract/calls/start-passkey-signin';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const startPasskeySigninEndpoint: Endpoint<Record<string, never>, AnswerOf<typeof startPasskeySignin>> = {
  id: 'C-07c',
  method: 'POST',
  path: '/signin/passkey',
  keys: ['options'],
};
