import type { requestRecovery } from '@causeway/contract/calls/request-recovery';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const recoveryEndpoint: Endpoint<
  { email: string; gRecaptchaResponse: string },
  AnswerOf<typeof requestRecovery>
> = {
  id: 'C-08',
  method: 'POST',
  path: '/password/recovery',
  keys: ['success', 'errors'],
};
