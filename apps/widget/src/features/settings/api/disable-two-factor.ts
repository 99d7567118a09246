import type { disableTwoFactor } from '@causeway/contract/calls/disable-two-factor';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const disableTwoFactorEndpoint: Endpoint<
  { code: string; password: string },
  AnswerOf<typeof disableTwoFactor>
> = {
  id: 'C-61',
  method: 'POST',
  path: '/client/two_factor/disable',
  keys: ['success', 'errors'],
};
