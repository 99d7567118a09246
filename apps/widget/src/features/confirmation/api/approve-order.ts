import type { approveOrder } from '@causeway/contract/calls/approve-order';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

type Values = { uuid: string; code: string; secondCode?: string; gRecaptchaResponse: string };

export const approveOrderEndpoint: Endpoint<Values, AnswerOf<typeof approveOrder>> = {
  id: 'C-32',
  method: 'POST',
  path: '/order/approve_withdrawal',
  keys: ['success', 'niceId', 'errors'],
};
