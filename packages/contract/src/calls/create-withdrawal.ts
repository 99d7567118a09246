import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { captchaResponse, flag, line } from '../fields/fields.ts';
import { confirmation } from '../shapes/confirmation.ts';
import { addressFields } from '../shapes/preorder.ts';
import { getWithdrawalPrice } from './get-withdrawal-price.ts';

const { dstAddress, dstTag, memoId, memoType, memoValue } = addressFields;
const { iban, bankCode, beneficiaryAccount, token, isAgreeAddress } = addressFields;

/**
 * C-44 Withdraw from the balance: an order that the balance pays, held until C-45 (the call of C-32) approves it by its
 * code. Repeating the same call gives the same withdrawal. Errors are those of C-29; `isAgreeAddress` (an addition to
 * the specification) confirms an address that only looks like an earlier one.
 */
export const createWithdrawal = defineCall({
  id: 'C-44',
  name: 'createWithdrawal',
  summary: 'Withdraw from the balance',
  method: 'POST',
  path: '/balance/withdrawal/new',
  encoding: 'form',
  access: 'client',
  captcha: 'order',
  params: z.object({}),
  request: z.object({
    ...getWithdrawalPrice.request.shape,
    dstAddress,
    dstTag,
    memoId,
    memoType,
    memoValue,
    iban,
    bankCode,
    beneficiaryAccount,
    token,
    isAgreeAddress,
    tfp: line(128).optional(),
    gRecaptchaResponse: captchaResponse.optional(),
  }),
  example: { payinCurrency: 'EUR', payoutCurrency: 'BTC' },
  answer: z.object({ success: flag, ...confirmation.partial().shape, errors: errorItems }),
});
