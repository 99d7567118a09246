import type { sendEmailCode } from '@causeway/contract/calls/send-email-code';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const sendEmailCodeEndpoint: Endpoint<
  { email: string; lang: string; password?: string; code?: string },
  AnswerOf<typeof sendEmailCode>
> = {
  id: 'C-13',
  method: 'POST',
  path: '/send_email_confirmation_link',
  keys: ['success', 'nextEmailRequestInSec'],
};
