import type { createOrder } from '@causeway/contract/calls/create-order';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

/** What an order is created with (C-29). */
export type CreateOrderValues = {
  payinCurrency: string;
  payinGroup: string;
  payinAmount: string;
  payoutCurrency: string;
  payoutGroup: string;
  payoutAmount: string;
  isPayoutCalc: boolean;
  isFloatingRate: boolean;
  coupon: string;
  partnerKey: string;
  dstAddress: string;
  dstTag: string;
  memoId: string;
  memoType: string;
  memoValue: string;
  isAgreeName: boolean;
  isAgreeRate: boolean;
  partnerOrderId: string;
  description: string;
  gRecaptchaResponse: string;
};

export type CreateOrderAnswer = AnswerOf<typeof createOrder>;

export const createOrderEndpoint: Endpoint<CreateOrderValues, CreateOrderAnswer> = {
  id: 'C-29',
  method: 'POST',
  path: '/onramp/o/new',
  keys: ['order', 'orderId', 'errors'],
};
