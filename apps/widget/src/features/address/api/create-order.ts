import type { createOrder } from '@causeway/contract/calls/create-order';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';
import type { AddressValues } from '../rules/address-values.ts';

/** What an order is created with beside its preorder (C-29). */
export type CreateOrderValues = Readonly<Record<keyof AddressValues, string | boolean>> & {
  quote: string;
  partnerOrderId: string;
  description: string;
  /** Options of the page, JSON. */
  widgetParams: string;
  /** With a merchant's order. */
  clientEmail?: string;
  gRecaptchaResponse: string;
};

export type CreateOrderAnswer = AnswerOf<typeof createOrder>;

export const createOrderEndpoint: Endpoint<CreateOrderValues, CreateOrderAnswer> = {
  id: 'C-29',
  method: 'POST',
  path: '/onramp/o/new',
  isTraced: true,
  keys: ['order', 'orderId', 'errors'],
};
