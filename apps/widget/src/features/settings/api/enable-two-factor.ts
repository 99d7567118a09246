import type { enableTwoFactor } from '@causeway/contract/calls/enable-two-factor';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

/** `proofCode` is that of the second factor that is there already. */
type Values = { key: string; code: string; password: string; proofCode?: string };

export const enableTwoFactorEndpoint: Endpoint<Values, AnswerOf<typeof enableTwoFactor>> = {
  id: 'C-60',
  method: 'POST',
  path: '/client/two_factor/enable',
  keys: ['success', 'recoveryCodes', 'errors'],
};
