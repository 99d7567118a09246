import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { currencyCode, flag, flagText } from '../fields/fields.ts';
import { errorItems } from '../errors/error-item.ts';

/**
 * C-93 The client's own reference for transfers to its balance, and the account they go to (an addition). Both stay the
 * client's for ever. A transfer makes an order at the price of the moment when it arrives.
 */
export const getDepositReference = defineCall({
  id: 'C-93',
  name: 'getDepositReference',
  summary: 'Reference for transfers to the balance',
  method: 'POST',
  path: '/balance/deposit_reference',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({
    currency: currencyCode,
    /** The client sends from accounts in its own name alone, and takes the price of the moment of arrival. */
    isAgreeName: flagText.optional(),
  }),
  example: { currency: 'EUR', isAgreeName: '1' },
  answer: z.object({
    success: flag,
    /** Null until the client has agreed, which needs a confirmed e-mail address (EMAIL_UNCONFIRMED). */
    account: z
      .object({
        iban: z.string(),
        bic: z.string(),
        bankName: z.string(),
        holder: z.string(),
        /** `CW-4821 3907`: the last digit finds each wrong one. */
        reference: z.string(),
      })
      .nullable(),
    currency: z.string(),
    /** Least transfer that is credited, decimal text. */
    minAmount: z.string(),
    errors: errorItems,
  }),
});
