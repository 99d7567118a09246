import type { decideLatePayment } from '@causeway/contract/calls/decide-late-payment';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export type Decision = 'yes' | 'no';

export const decideEndpoint: Endpoint<{ niceId: string; answer: Decision }, AnswerOf<typeof decideLatePayment>> = {
  id: 'C-34',
  method: 'POST',
  path: '/lt_decision',
  keys: ['success'],
};
