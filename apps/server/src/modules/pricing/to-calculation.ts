import type { Calculation } from '@causeway/contract/shapes/calculation';
import { toFlag } from '@causeway/contract/fields/fields';
import { formatAmount } from '@causeway/domain/money/format-amount';
import type { PriceList } from '../currencies/price-list.ts';
import type { FoundBenefits } from '../coupons/find-benefits.ts';
import type { PricedPair } from './price-pair.ts';
import type { QuoteRecord } from './quote-record.ts';
import type { Pair, TypedAmount } from './read-preorder.ts';
import { toCalculationDetails } from './to-calculation-details.ts';

export interface CalculationInput {
  list: PriceList;
  pair: Pair | undefined;
  priced: PricedPair;
  typed: TypedAmount | undefined;
  isFloatingRate: boolean;
  benefits: Pick<FoundBenefits, 'coupons' | 'canFreeFirst' | 'isNextFree'>;
}

const eurPrecision = 2;

/** A price in the form of the wire. What is not known is empty text; a typed amount is told back even without a price. */
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
