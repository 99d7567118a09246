import type { createOrder } from '@causeway/contract/calls/create-order';
import type { RequestOf } from '@causeway/contract/define-call';
import { readIban } from '@causeway/domain/banking/read-iban';
import type { BitcoinNetworkName } from '../../providers/bitcoin/networks.ts';
import { knowsNetwork } from '../addresses/check-address.ts';
import { normalCode } from '../coupons/coupon.ts';
import type { QuoteRecord } from '../pricing/quote-record.ts';
import { isAmount, type FinishedOrder } from './finished-order.ts';
import { isAddress } from './preset-rules.ts';

type OrderRequest = RequestOf<typeof createOrder>;

/** Whether a price, or an order, agrees with one field of its request; checked if the request has the field. */
type PriceRule = { price: (record: QuoteRecord, request: OrderRequest) => boolean };
type OrderRule = { order: (order: FinishedOrder, request: OrderRequest, network: BitcoinNetworkName) => boolean };

/** Fields that are not part of the order. */
type Unordered =
  | 'an agreement'
  | 'a proof of the call'
  | 'read with the request'
  | 'part of the destination, checked with it'
  | 'how it is paid, chosen again when it is paid'
  | 'whose order it is, checked with the payer';

/**
 * Every field of a request to create an order and the part of the order that it determines. A new field needs its row.
 */
const requestRules: Readonly<Record<keyof OrderRequest, PriceRule | OrderRule | Unordered>> = {
  payinCurrency: { price: (record, request) => record.payinCurrency === request.payinCurrency },
  payinGroup: { price: (record, request) => record.payinGroup === request.payinGroup },
  payinAmount: {
    price: (record, { payinAmount = '' }) =>
      record.isPayoutTyped || isAmount(payinAmount, record.payinCurrency, record.payinAmount),
  },
  payoutCurrency: { price: (record, request) => record.payoutCurrency === request.payoutCurrency },
  payoutGroup: { price: (record, request) => record.payoutGroup === request.payoutGroup },
  payoutAmount: {
    price: (record, { payoutAmount = '' }) =>
      record.isPayoutTyped
        ? isAmount(payoutAmount, record.payoutCurrency, record.payoutAmount)
        : !isAboveZero(payoutAmount),
  },
  isPayoutCalc: { price: (record, request) => record.isPayoutTyped === isPayoutTyped(request) },
  isFloatingRate: { price: (record, request) => record.isFloatingRate === request.isFloatingRate },
  coupon: { order: ({ coupon }, request) => normalCode(coupon) === normalCode(request.coupon ?? '') },
  // Without a partner there is no purchase, whatever a page's URL says.
  purchaseAmount: {
    order: (order, request) => order.partnerKey === null || order.purchaseAmount === request.purchaseAmount,
  },
  purchaseCurrency: {
    order: (order, request) => order.partnerKey === null || order.purchaseCurrency === request.purchaseCurrency,
  },
  isDonation: { order: (order, request) => order.partnerKey === null || order.isDonation === request.isDonation },
  partnerKey: { order: ({ partnerKey }, request) => partnerKey === request.partnerKey },
  isMerchant: { order: ({ isMerchant }, request) => isMerchant === request.isMerchant },
  payToPartner: { order: ({ payToPartner }, request) => payToPartner === request.payToPartner },
  dstAddress: { order: isAskedAddress },
  iban: { order: isAskedIban },
  partnerOrderId: { order: ({ partnerOrderId }, request) => partnerOrderId === request.partnerOrderId },
  description: { order: ({ description }, request) => description === request.description },
  clientEmail: 'whose order it is, checked with the payer',
  dstTag: 'part of the destination, checked with it',
  memoId: 'part of the destination, checked with it',
  memoType: 'part of the destination, checked with it',
  memoValue: 'part of the destination, checked with it',
  bankCode: 'part of the destination, checked with it',
  beneficiaryAccount: 'part of the destination, checked with it',
  recurringId: 'part of the destination, checked with it',
  token: 'how it is paid, chosen again when it is paid',
  isRememberCard: 'how it is paid, chosen again when it is paid',
  isRememberCardAgree: 'an agreement',
  aCountry: 'how it is paid, chosen again when it is paid',
  aState: 'how it is paid, chosen again when it is paid',
  aCity: 'how it is paid, chosen again when it is paid',
  aPostcode: 'how it is paid, chosen again when it is paid',
  aAddr1: 'how it is paid, chosen again when it is paid',
  aAddr2: 'how it is paid, chosen again when it is paid',
  isAgreeName: 'an agreement',
  isAgreeRate: 'an agreement',
  isAgreeAddress: 'an agreement',
  isZerohashAgreement: 'an agreement',
  isElderlyAgreement: 'an agreement',
  widgetParams: 'read with the request',
  partnerSession: 'read with the request',
  quote: 'read with the request',
  tfp: 'a proof of the call',
  gRecaptchaResponse: 'a proof of the call',
};

const requestNames = Object.keys(requestRules).filter((name): name is keyof OrderRequest => name in requestRules);

/** Whether a locked price is that of a request, as far as prices go. */
export function isPriceOf(record: QuoteRecord, request: OrderRequest): boolean {
  // A missing amount is not filled in: the page shows one, and sends it.
  const typed = record.isPayoutTyped ? request.payoutAmount : request.payinAmount;
  const isOfPartner = record.partnerKey === request.partnerKey;
  return typed !== undefined && isOfPartner && listed(request).every((rule) => isAsked(rule, record, request));
}

/** The fields, by the names of the program, in which an order differs from its request. */
export function compareRequest(
  order: FinishedOrder,
  request: OrderRequest,
  network: BitcoinNetworkName,
): (keyof OrderRequest)[] {
  return requestNames.filter((name) => {
    const rule = requestRules[name];
    if (request[name] === undefined || typeof rule === 'string') return false;
    return !('price' in rule ? rule.price(order.record, request) : rule.order(order, request, network));
  });
}

function isAsked(rule: PriceRule | OrderRule, record: QuoteRecord, request: OrderRequest): boolean {
  return !('price' in rule) || rule.price(record, request);
}

function listed(request: OrderRequest): (PriceRule | OrderRule)[] {
  return requestNames.flatMap((name) => {
    const rule = requestRules[name];
    return request[name] === undefined || typeof rule === 'string' ? [] : [rule];
  });
}

/** Other methods have fields of their own, and an empty address is none. */
function isAskedAddress(
  { destination, record: { payoutGroup } }: FinishedOrder,
  { dstAddress = '' }: OrderRequest,
  network: BitcoinNetworkName,
): boolean {
  const isAsked = dstAddress.trim() !== '' && knowsNetwork(payoutGroup);
  return !isAsked || isAddress(payoutGroup, dstAddress, destination.address, network);
}

function isAskedIban({ destination: { details } }: FinishedOrder, { iban = '' }: OrderRequest): boolean {
  const read = readIban(iban);
  return details.iban === '' || (read.isValid && read.iban === details.iban);
}

/** 4.5-07: which of the two amounts a request enters. */
function isPayoutTyped({ isPayoutCalc, payoutAmount = '' }: OrderRequest): boolean {
  return isPayoutCalc === true || isAboveZero(payoutAmount);
}

function isAboveZero(text: string): boolean {
  return /[1-9]/.test(text);
}
