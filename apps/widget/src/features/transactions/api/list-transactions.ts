import type { listTransactions } from '@causeway/contract/calls/list-transactions';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';
import type { FilterFields } from '../rules/filter-fields.ts';

export type TransactionsAnswer = AnswerOf<typeof listTransactions>;

/** A page of a list, or with `getFiltersData` what it can be narrowed to. */
export type TransactionsRequest = FilterFields & { page?: string; getFiltersData?: boolean };

export type TransactionsEndpoint = Endpoint<TransactionsRequest, TransactionsAnswer>;

/** The client's own orders. */
export const transactionsEndpoint: TransactionsEndpoint = {
  id: 'C-48',
  method: 'POST',
  path: '/transactions',
  keys: ['success'],
};

/** Orders through the client's own partners. */
export const partnerTransactionsEndpoint: TransactionsEndpoint = {
  id: 'C-49',
  method: 'POST',
  path: '/partner/transactions',
  keys: ['success'],
};
