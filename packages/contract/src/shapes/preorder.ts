import { z } from 'zod';
import { amountText, currencyCode, flagText, groupCode, line, partnerKey } from '../fields/fields.ts';
import { jsonText } from '../fields/json-text.ts';

/**
 * The session that a page received for its session token; it names the presets that the partner's server has fixed
 * (C-71).
 */
export const partnerSession = z.string().regex(/^cwsh_[\w-]{43}$/, 'Must be the session of a page.');

/** Options of an embedding page (3-12); names as the page writes them in JSON, snake_case on the wire. */
export const widgetParams = z.looseObject({
  partner_key: partnerKey.optional(),
  dst_address: line(200).optional(),
  payout_group: groupCode.optional(),
  purchase_currency: currencyCode.optional(),
  purchase_amount: amountText.optional(),
  description: line(160).optional(),
  partner_session: partnerSession.optional(),
  // Switches: on as true, 1, '1' or 'true'.
  is_merchant: z.unknown().optional(),
  pay_to_partner: z.unknown().optional(),
  is_donation: z.unknown().optional(),
});

/**
 * The preorder (3-15): the exchange that a client enters before there is an order. Exactly one of the two amounts is
 * the entered one.
 */
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
  /** Of `purchaseAmount`: what a merchant's order pays out; the pay-out currency when left out. */
  purchaseCurrency: currencyCode.optional(),
  partnerKey: partnerKey.optional(),
  isMerchant: flagText.optional(),
  /** The pay-out goes to the partner. */
  payToPartner: flagText.optional(),
};

export const widgetParamsField = { widgetParams: jsonText(widgetParams).optional() };

/** The address step (3-17): destination of the payout, saved card of the pay-in, and agreements. */
export const addressFields = {
  dstAddress: line(200).optional(),
  dstTag: line(64).optional(),
  memoId: line(64).optional(),
  memoType: line(16).optional(),
  memoValue: line(200).optional(),
  bankCode: line(32).optional(),
  iban: line(42).optional(),
  /** Holder of the bank account. */
  beneficiaryAccount: line(140).optional(),
  recurringId: line(64).optional(),
  /** Token of a saved card: pays in, or is paid out to, by the order's direction. */
  token: line(200).optional(),
  isRememberCard: flagText.optional(),
  isRememberCardAgree: flagText.optional(),
  aCountry: line(2).optional(),
  aState: line(64).optional(),
  aCity: line(85).optional(),
  aPostcode: line(16).optional(),
  aAddr1: line(140).optional(),
  aAddr2: line(140).optional(),
  isAgreeName: flagText.optional(),
  isAgreeRate: flagText.optional(),
  /**
   * The client has compared a chain address that only looks like an earlier one (ADDRESS_LOOKALIKE) and confirms it.
   */
  isAgreeAddress: flagText.optional(),
  isZerohashAgreement: flagText.optional(),
  isElderlyAgreement: flagText.optional(),
};

export const preorder = z.object(preorderFields);
/** Of a card, as the calls send it. */
export const preorderExample = {
  payinCurrency: 'EUR',
  payinGroup: 'card',
  payinAmount: '250',
  payoutCurrency: 'BTC',
  payoutGroup: 'bitcoin',
} as const;
export type Preorder = z.output<typeof preorder>;
