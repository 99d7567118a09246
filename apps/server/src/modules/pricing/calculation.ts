import type { Calculation, CalculationDetails } from '@causeway/contract/shapes/calculation';
import { toFlag } from '@causeway/contract/fields/fields';
import { formatAmount } from '@causeway/domain/money/format-amount';
import type { PriceList, Direction, PaymentOption } from '../currencies/price-list.ts';
import type { FoundBenefits } from '../coupons/benefits.ts';
import { worthOf } from './order-value.ts';
import type { Pair, PricedPair, TypedAmount } from './price-pair.ts';
import type { FeeTerms, QuoteRecord } from './quote-record.ts';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { displayRate } from './config/display-rate.ts';
import type { Preorder } from '@causeway/contract/shapes/preorder';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import type { RefusalItem } from '../../errors.ts';

/** A preorder in the terms of the price list, as far as it is valid. */
export interface ReadPreorder {
  pair: Pair | undefined;
  typed: TypedAmount | undefined;
  errors: RefusalItem[];
}

/** Finds the options that a preorder names and parses its entered amount; every fault is reported with its field. */
export function readPreorder(list: PriceList, preorder: Preorder): ReadPreorder {
  const errors: RefusalItem[] = [];
  const payin = findOption(list, 'payin', preorder.payinCurrency, preorder.payinGroup, errors);
  const payout = findOption(list, 'payout', preorder.payoutCurrency, preorder.payoutGroup, errors);
  const pair = payin === undefined || payout === undefined ? undefined : { payin, payout };
  const typed = readTyped(preorder, pair, errors);
  return { pair, typed, errors };
}

function findOption(
  list: PriceList,
  direction: Direction,
  code: string | undefined,
  group: string | undefined,
  errors: RefusalItem[],
): PaymentOption | undefined {
  if (code === undefined) {
    errors.push({ code: 'REQUIRED', field: `${direction}_currency` });
    return undefined;
  }
  const options = list[direction].get(code);
  if (options === undefined) {
    errors.push({ code: 'CURRENCY_UNKNOWN', field: `${direction}_currency`, values: { currency: code } });
    return undefined;
  }
  // Without a group: the first that takes orders.
  const option =
    group === undefined
      ? (options.find(({ isPaused }) => !isPaused) ?? options[0])
      : options.find((candidate) => candidate.group.code === group);
  if (option === undefined)
    errors.push({ code: 'GROUP_UNKNOWN', field: `${direction}_group`, values: { group: group ?? '' } });
  return option;
}

/** 4.5-07: the payout was entered when the flag says so or its amount is above zero; an empty amount travels as 0. */
function readTyped(preorder: Preorder, pair: Pair | undefined, errors: RefusalItem[]): TypedAmount | undefined {
  const side = preorder.isPayoutCalc === true || isAboveZero(preorder.payoutAmount) ? 'payout' : 'payin';
  const text = side === 'payout' ? preorder.payoutAmount : preorder.payinAmount;
  if (!isAboveZero(text)) {
    // Neither side can be calculated, and the client waits for the payout (8-05).
    errors.push({ code: 'REQUIRED', field: 'payout_amount' });
    return undefined;
  }
  const code = side === 'payout' ? preorder.payoutCurrency : preorder.payinCurrency;
  const currency = pair?.[side].currency ?? findCurrency(code ?? '');
  if (currency === undefined) return undefined;
  const amount = parseAmount(text, currency.precision);
  if (amount !== undefined) return { side, amount };
  errors.push({
    code: 'AMOUNT_INVALID',
    field: `${side}_amount`,
    values: { decimals: currency.precision, currency: currency.name },
  });
  return undefined;
}

function isAboveZero(text: string | undefined): text is string {
  return text !== undefined && /[1-9]/.test(text);
}

interface CalculationInput {
  list: PriceList;
  pair: Pair | undefined;
  priced: PricedPair;
  typed: TypedAmount | undefined;
  isFloatingRate: boolean;
  benefits: Pick<FoundBenefits, 'coupons' | 'canFreeFirst' | 'isNextFree'>;
}

const eurPrecision = 2;

/**
 * A price in the form of the wire. An unknown value is empty text; an entered amount is repeated even without a price.
 */
export function toCalculation(calculated: CalculationInput): Calculation {
  const { list, pair, priced, typed, isFloatingRate, benefits } = calculated;
  const { record, bounds } = priced;
  const inPayin = (units: bigint | undefined) => format(units, pair?.payin.currency.precision);
  const inPayout = (units: bigint | undefined) => format(units, pair?.payout.currency.precision);
  return {
    payinAmount: inPayin(record?.payinAmount ?? (typed?.side === 'payin' ? typed.amount : undefined)),
    payoutAmount: inPayout(record?.payoutAmount ?? (typed?.side === 'payout' ? typed.amount : undefined)),
    payinAmountEur: format(record?.payinAmountEur, eurPrecision),
    payoutAmountEur: format(record?.payoutAmountEur, eurPrecision),
    worth: worthOf(record),
    payinMethod: pair?.payin.group.code ?? '',
    payinSubMethod: pair?.payin.provider ?? '',
    payoutMethod: pair?.payout.group.code ?? '',
    payoutSubMethod: pair?.payout.provider ?? '',
    canSwitch: toFlag(pair !== undefined && canSwitch(list, pair)),
    canFreeFirst: toFlag(benefits.canFreeFirst),
    isServiceFree: toFlag(benefits.isNextFree || isFreeForAll(record)),
    isFloatingRate: toFlag(isFloatingRate),
    payinMinAmount: inPayin(bounds?.min),
    payinMaxAmount: inPayin(bounds?.max),
    durationMinutes: pair === undefined ? 0 : Math.max(pair.payin.durationMinutes, pair.payout.durationMinutes),
    coupons: benefits.coupons,
    ...(record?.discount !== undefined && { discount: record.discount.source }),
    quote: '',
    quoteExpiresAt: 0,
    details: record === undefined ? null : toCalculationDetails(record),
  };
}

function format(units: bigint | undefined, precision: number | undefined): string {
  return units === undefined || precision === undefined ? '' : formatAmount(units, precision);
}

/** both currencies exist on the other side. */
function canSwitch(list: PriceList, { payin, payout }: Pair): boolean {
  return list.payin.has(payout.currency.code) && list.payout.has(payin.currency.code);
}

function isFreeForAll(record: QuoteRecord | undefined): boolean {
  return record !== undefined && record.marginPercent === 0 && record.discount === undefined;
}

const percentDecimals = 4;

/** The fee lines of a price as the wire carries them (3-24). */
export function toCalculationDetails(record: QuoteRecord): CalculationDetails {
  const payinPrecision = findCurrency(record.payinCurrency)?.precision ?? 0;
  const payoutPrecision = findCurrency(record.payoutCurrency)?.precision ?? 0;
  const inPayin = (units: bigint) => formatAmount(units, payinPrecision);
  const payin = describeTerms(record.payinTerms, payinPrecision);
  const payout = describeTerms(record.payoutTerms, payoutPrecision);
  const shown = displayRate(record);
  return {
    payinCurrency: record.payinCurrency,
    payoutCurrency: record.payoutCurrency,
    marginPercent: formatPercent(record.marginPercent),
    payinPercent: payin.percent,
    payinFixed: payin.fixed,
    payinMinFee: payin.min,
    payoutPercent: payout.percent,
    payoutFixed: payout.fixed,
    payoutMinFee: payout.min,
    payinFee: inPayin(record.payinFee),
    serviceFee: inPayin(record.serviceFee),
    payoutFeeInPayin: inPayin(record.networkFee),
    ...(record.partnerFee !== undefined && {
      partnerFee: inPayin(record.partnerFee),
      partnerPercent: formatPercent(record.partnerPercent ?? 0),
    }),
    totalFee: inPayin(record.payinFee + record.serviceFee + record.networkFee + (record.partnerFee ?? 0n)),
    exchangedAmount: inPayin(record.exchanged),
    rate: shown.rate,
    rateBase: shown.base,
    rateQuote: shown.quote,
    purchaseRate: shown.purchaseRate,
  };
}

interface DescribedTerms {
  precision: number;
  percent: string;
  fixed: string;
  min: string;
}

/** The terms of a pair appear in every price of it. */
const described = new WeakMap<FeeTerms, DescribedTerms>();

function describeTerms(terms: FeeTerms, precision: number): DescribedTerms {
  const before = described.get(terms);
  if (before?.precision === precision) return before;
  const { percent, fixed, min } = terms;
  const texts = {
    precision,
    percent: formatPercent(percent),
    fixed: formatAmount(fixed, precision),
    min: formatAmount(min, precision),
  };
  described.set(terms, texts);
  return texts;
}

function formatPercent(tenThousandths: number): string {
  return formatAmount(BigInt(tenThousandths), percentDecimals);
}
