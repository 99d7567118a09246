import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { currencyCode, groupCode, line, ownerPassword } from '../fields/fields.ts';
import { addressFields } from '../shapes/preorder.ts';
import { successAnswer } from '../shapes/session.ts';

const { dstAddress, dstTag, memoId, memoType, memoValue, iban, bankCode, beneficiaryAccount } = addressFields;

/** What a destination is called. */
export const destinationName = line(60).min(1);

/**
 * Keep a destination of withdrawals under a name, with the owner's proof (an addition to the specification).
 * DESTINATION_KEPT where it is there already, DESTINATION_MOST where there are too many; what is wrong with the
 * destination as in C-44; PASSWORD_WRONG, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG of the proof.
 */
export const keepDestination = defineCall({
  id: 'C-44b',
  name: 'keepDestination',
  summary: 'Keep a destination of withdrawals',
  method: 'POST',
  path: '/balance/destinations/new',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({
    name: destinationName,
    payoutCurrency: currencyCode,
    payoutGroup: groupCode,
    dstAddress,
    dstTag,
    memoId,
    memoType,
    memoValue,
    iban,
    bankCode,
    beneficiaryAccount,
    password: ownerPassword,
    code: line(20).optional(),
  }),
  example: { name: 'Savings', payoutCurrency: 'EUR', payoutGroup: 'sepa' },
  answer: successAnswer.extend({ id: z.string().optional() }),
});
