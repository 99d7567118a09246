import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { transactionFilters, transactionsAnswer } from '../shapes/transactions.ts';

/**
 * C-48 The client's own orders, on whichever page they were made. With `getFiltersData` (C-47) it answers instead which
 * methods, currencies and statuses these orders have, and the earliest day.
 */
export const listTransactions = defineCall({
  id: 'C-48',
  name: 'listTransactions',
  summary: 'Orders of the client',
  method: 'POST',
  path: '/transactions',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object(transactionFilters),
  answer: transactionsAnswer,
});
