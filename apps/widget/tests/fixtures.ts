import type { Calculation, CalculationAnswer } from '@causeway/contract/shapes/calculation';
import type { Client } from '@causeway/contract/shapes/client';
import type { PaymentOption } from '@causeway/contract/shapes/site-config';
import type { Preorder } from '../src/features/exchange/rules/preorder.ts';

export const preorder: Preorder = {
  payinCurrency: 'EUR',
  payinGroup: 'card',
  payinAmount: '250',
  payoutCurrency: 'BTC',
  payoutGroup: 'bitcoin',
  payoutAmount: '',
  isPayoutCalc: false,
  isFloatingRate: true,
  coupon: '',
  dstAddress: 'bc1q',
  dstTag: '1',
  memoId: '2',
  memoType: '3',
  memoValue: '4',
};

export const details: NonNullable<Calculation['details']> = {
  payinCurrency: 'EUR',
  payoutCurrency: 'BTC',
  marginPercent: '1.4',
  payinPercent: '1.5000',
  payinFixed: '0.25',
  payinMinFee: '0.00',
  payoutPercent: '0.0000',
  payoutFixed: '0.00004000',
  payoutMinFee: '0.00000000',
  payinFee: '4.00',
  serviceFee: '3.50',
  payoutFeeInPayin: '2.33',
  totalFee: '9.83',
  exchangedAmount: '240.17',
  rate: '58214.60',
  rateBase: 'BTC',
  rateQuote: 'EUR',
  purchaseRate: '58214.60',
};

export const price: CalculationAnswer = {
  calc: {
    payinAmount: '250.00',
    payoutAmount: '0.00412560',
    payinAmountEur: '250.00',
    payoutAmountEur: '240.17',
    payinMethod: 'card',
    payinSubMethod: '',
    payoutMethod: 'bitcoin',
    payoutSubMethod: '',
    canSwitch: 1,
    canFreeFirst: 0,
    isServiceFree: 0,
    isFloatingRate: 1,
    payinMinAmount: '30.00',
    payinMaxAmount: '5000.00',
    durationMinutes: 10,
    coupons: [],
    quote: '',
    quoteExpiresAt: 0,
    details,
  },
  limits: { isAuthorized: 0, clientLevel: 'unverified', verificationRequired: [] },
  errors: [],
};

export const client: Client = {
  firstName: '',
  lastName: '',
  limitLevel: 'email_phone',
  apmid: '',
  lang: 'eng',
  isAuthorized: 1,
  email: 'elin@example.com',
  isPasswordSet: 1,
  niceId: '1',
  isBasicVerifyEnabled: 1,
  isZerohashFlow: 0,
  isCompanyAgreementRequired: 0,
  isSpecialPartner: 0,
  countryByIp: '',
  partnerId: '',
  referrerId: '',
};

export const paymentOption = (code: string, currency: string, isPaused: 0 | 1 = 0): PaymentOption => ({
  code,
  currency,
  name: code,
  localName: code,
  token: '',
  blockchain: '',
  networkFullname: '',
  minAmount: '',
  maxAmount: '',
  fields: [],
  balanceAmount: '',
  feeText: '',
  durationMinutes: 1,
  isPaused,
});
