import type { getTwoFactor } from '@causeway/contract/calls/get-two-factor';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const twoFactorEndpoint: Endpoint<Record<string, never>, AnswerOf<typeof getTwoFactor>> = {
  id: 'C-59',
  method: 'POST',
  path: '/client/two_factor',
  keys: ['isEnabled', 'key', 'url'],
};
