import type { checkPhoneCode } from '@causeway/contract/calls/check-phone-code';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const checkPhoneCodeEndpoint: Endpoint<{ phone: string; code: string }, AnswerOf<typeof checkPhoneCode>> = {
  id: 'C-16',
  method: 'POST',
  path: '/verification/phone/check_code',
  keys: ['success', 'errors'],
};
