import type { resendOrderCode } from '@causeway/contract/calls/resend-order-code';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

type Values = { uuid: string; gRecaptchaResponse: string };

export const resendCodeEndpoint: Endpoint<Values, AnswerOf<typeof resendOrderCode>> = {
  id: 'C-33',
  method: 'POST',
  path: '/order/resend_code',
  keys: ['success', 'uuid', 'expirationSec', 'errors'],
};
