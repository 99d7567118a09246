import type { sendPhoneCode } from '@causeway/contract/calls/send-phone-code';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const sendPhoneCodeEndpoint: Endpoint<
  { phone: string; country: string; password?: string; code?: string; gRecaptchaResponse: string },
  AnswerOf<typeof sendPhoneCode>
> = {
  id: 'C-15',
  method: 'POST',
  path: '/verification/phone/send_code',
  keys: ['success', 'nextSmsRequestInSec', 'errors'],
};
