import type { payOrder } from '@causeway/contract/calls/pay-order';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';
import type { CardParameters } from '../rules/card-parameters.ts';

export type PayOrderAnswer = AnswerOf<typeof payOrder>;

export const payOrderEndpoint: Endpoint<CardParameters, PayOrderAnswer> = {
  id: 'C-31',
  method: 'POST',
  path: '/onramp/o/{niceId}/pay',
  keys: ['success', 'redirect', 'errors'],
};

/** The order's payment URL (4.7-06, 7-18); without one the order's own payment call. */
export function payOrderAt(paymentUrl: string): Endpoint<CardParameters, PayOrderAnswer> {
  return paymentUrl === '' ? payOrderEndpoint : { ...payOrderEndpoint, path: paymentUrl };
}
