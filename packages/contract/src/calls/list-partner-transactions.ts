import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { transactionFilters, transactionsAnswer } from '../shapes/transactions.ts';

/**
 * C-49 Orders that came through the client's own partners: without anything personal of their payers, but with the
 * e-mail address of a merchant's order. 404 for a client without the partner's role.
 */
export const listPartnerTransactions = defineCall({
  id: 'C-49',
  name: 'listPartnerTransactions',
  summary: 'Orders through the client’s own partners',
  method: 'POST',
  path: '/partner/transactions',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object(transactionFilters),
  answer: transactionsAnswer,
});
