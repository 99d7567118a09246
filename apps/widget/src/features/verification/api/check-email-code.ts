import type { checkEmailCode } from '@causeway/contract/calls/check-email-code';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const checkEmailCodeEndpoint: Endpoint<{ code: string }, AnswerOf<typeof checkEmailCode>> = {
  id: 'C-14',
  method: 'POST',
  path: '/check_email_verification_code',
  keys: ['success', 'clientLevel'],
};
