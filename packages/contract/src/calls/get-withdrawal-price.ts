import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { calculationAnswer } from '../shapes/calculation.ts';
import { preorderFields } from '../shapes/preorder.ts';

const { payinCurrency, payinAmount, payoutAmount, isPayoutCalc, payoutCurrency, payoutGroup } = preorderFields;

/**
 * C-43 Price of a withdrawal, as C-04 has it of an order. What leaves in its own currency is not exchanged: it bears
 * the fee of its network or bank and no other.
 */
export const getWithdrawalPrice = defineCall({
  id: 'C-43',
  name: 'getWithdrawalPrice',
  summary: 'Price of a withdrawal from the balance',
  method: 'GET',
  path: '/balance/withdrawal/calc',
  encoding: 'query',
  access: 'client',
  params: z.object({}),
  request: z.object({ payinCurrency, payinAmount, payoutAmount, isPayoutCalc, payoutCurrency, payoutGroup }),
  answer: calculationAnswer,
});
