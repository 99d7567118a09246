import { z } from 'zod';
import { amountText, currencyCode, flagText, groupCode, jsonText, line, partnerKey } from '../fields/fields.ts';

/** Options of an embedding page (3-12); names as the page writes them in JSON, snake_case on the wire. */
export const widgetParams = z.looseObject({
  partner_key: partnerKey.optional(),
  dst_address: line(200).optional(),
  payout_group: groupCode.optional(),
  purchase_currency: currencyCode.optional(),
  purchase_amount: amountText.optional(),
  description: line(160).optional(),
});

/** The preorder (3-15): what a client wants before there is an order. Exactly one amount is the typed one. */
export const preorderFields = {
  payinCurrency: currencyCode.optional(),
  payinGroup: groupCode.optional(),
  payinAmount: amountText.optional(),
  payoutCurrency: currencyCode.optional(),
  payoutGroup: groupCode.optional(),
  payoutAmount: amountText.optional(),
  isPayoutCalc: flagText.optional(),
  isFloatingRate: flagText.optional(),
  coupon: line(64).optional(),
  purchaseAmount: amountText.optional(),
  partnerKey: partnerKey.optional(),
  isMerchant: flagText.optional(),
};

export const widgetParamsField = { widgetParams: jsonText(widgetParams).optional() };

/** The address step (3-17) as far as a crypto payout by card needs it. */
export const addressFields = {
  dstAddress: line(200).optional(),
  dstTag: line(64).optional(),
  memoId: line(64).optional(),
  memoType: line(16).optional(),
  memoValue: line(200).optional(),
  isAgreeName: flagText.optional(),
  isAgreeRate: flagText.optional(),
};

export const preorder = z.object(preorderFields);
export type Preorder = z.output<typeof preorder>;
