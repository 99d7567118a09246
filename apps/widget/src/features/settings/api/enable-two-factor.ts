import type { enableTwoFactor } from '@causeway/contract/calls/enable-two-factor';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const enableTwoFactorEndpoint: Endpoint<{ key: string; code: string }, AnswerOf<typeof enableTwoFactor>> = {
  id: 'C-60',
  method: 'POST',
  path: '/client/two_factor/enable',
  keys: ['success', 'recoveryCodes', 'errors'],
};
