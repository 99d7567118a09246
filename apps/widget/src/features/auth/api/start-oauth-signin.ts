import type { startOauthSignin } from '@causeway/contract/calls/start-oauth-signin';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const startOauthSigninEndpoint: Endpoint<Record<string, never>, AnswerOf<typeof startOauthSignin>> = {
  id: 'C-07d',
  method: 'POST',
  path: '/signin/oauth',
  keys: ['nonce'],
};
