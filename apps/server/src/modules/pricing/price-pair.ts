import { type PriceTerms, type QuotedRate, costOf, leastPayin, oncePer, priceFromPayin, quoteRate } from './rules.ts';
import { divideDown, divideUp } from '@causeway/domain/money/divide';
import type { Direction, PaymentOption, PricingSettings } from '../currencies/price-list.ts';
import type { QuoteRecord } from './quote-record.ts';
import type { CrossPrice, Rates } from '../../context.ts';
import { formatAmount } from '@causeway/domain/money/format-amount';
import type { RefusalItem } from '../../errors.ts';

export interface Pair {
  payin: PaymentOption;
  payout: PaymentOption;
}

/** The amount a client entered, above zero, in smallest units of its side. */
export interface TypedAmount {
  side: Direction;
  amount: bigint;
}

/** Least and most pay-in of a pair, in smallest units. */
export interface Bounds {
  min: bigint;
  max: bigint;
}

/**
 * The accepted pay-in: the limits of the pay-in method, narrowed so that the payout stays within its own. `undefined`
 * when no amount satisfies both.
 */
export function boundsOf(pair: Pair, terms: PriceTerms): Bounds | undefined {
  const leastForPayout = leastPayin(terms, pair.payout.minAmount === 0n ? 1n : pair.payout.minAmount);
  const tooMuch = leastPayin(terms, pair.payout.maxAmount + 1n);
  if (leastForPayout === undefined || tooMuch === undefined) return undefined;
  const min = leastForPayout > pair.payin.minAmount ? leastForPayout : pair.payin.minAmount;
  const max = tooMuch <= pair.payin.maxAmount ? tooMuch - 1n : pair.payin.maxAmount;
  return min > max ? undefined : { min, max };
}

const balance = 'balance';

/**
 * What a pair is: an `exchange`, which has a price; a `transfer` into or out of the balance of the same currency
 * which is a deposit or a withdrawal; or the `same` thing on both sides. Fiat paid in to its own balance is
 * an exchange at one to one.
 */
export function modeOf({ payin, payout }: Pair): 'exchange' | 'transfer' | 'same' {
  const isIn = payout.group.code === balance;
  const isOut = payin.group.code === balance;
  if (payin.currency.balanceCurrency === payout.currency.balanceCurrency && isIn !== isOut)
    return isOut || payin.currency.isCrypto ? 'transfer' : 'exchange';
  return payin.currency.code === payout.currency.code ? 'same' : 'exchange';
}

/** Money leaves the balance in the balance's own currency. */
export function isTransferOut(pair: Pair): boolean {
  return modeOf(pair) === 'transfer' && pair.payin.group.code === balance;
}

/** What a price is made from. */
interface RecordInput {
  pair: Pair;
  settings: PricingSettings;
  quoted: QuotedRate;
  /** Of the pair, at the quoted rate. */
  terms: PriceTerms;
  isFloatingRate: boolean;
  payinAmount: bigint;
  /** The entered payout; what the pay-in would buy beyond it goes to rounding. */
  typedPayout: bigint | undefined;
}

const toIsoText = oncePer((at: Date) => at.toISOString());

/** The record of a price, or `undefined` when the fees leave nothing to exchange. */
export function makeRecord(input: RecordInput): QuoteRecord | undefined {
  const { pair, settings, quoted, terms, payinAmount } = input;
  const parts = priceFromPayin(terms, payinAmount);
  const payoutAmount = input.typedPayout ?? parts.payoutAmount;
  if (payoutAmount <= 0n || payoutAmount > parts.payoutAmount) return undefined;
  return {
    version: 1,
    payinCurrency: pair.payin.currency.code,
    payinGroup: pair.payin.group.code,
    payinProvider: pair.payin.provider,
    payinAmount,
    payoutCurrency: pair.payout.currency.code,
    payoutGroup: pair.payout.group.code,
    payoutProvider: pair.payout.provider,
    payoutAmount,
    isPayoutTyped: input.typedPayout !== undefined,
    isFloatingRate: input.isFloatingRate,
    marginPercent: terms.marginPercent,
    payinTerms: terms.payinTerms,
    payoutTerms: terms.payoutTerms,
    rate: terms.rate,
    payinFee: parts.payinFee,
    serviceFee: parts.serviceFee,
    networkFee: parts.networkFee,
    partnerFee: parts.partnerFee,
    partnerPercent: terms.partnerPercent,
    partnerKey: settings.partnerKey,
    exchanged: parts.exchanged,
    rounding: parts.exchanged - costOf(terms.rate, payoutAmount),
    // Rounded up, so that no amount counts for less than its value against a limit.
    payinAmountEur: divideUp(payinAmount * quoted.payinEur.numerator, quoted.payinEur.denominator),
    payoutAmountEur: divideDown(payoutAmount * quoted.payoutEur.numerator, quoted.payoutEur.denominator),
    durationMinutes: Math.max(pair.payin.durationMinutes, pair.payout.durationMinutes),
    payinMinutes: pair.payin.durationMinutes,
    payoutMinutes: pair.payout.durationMinutes,
    ratedAt: toIsoText(quoted.ratedAt),
    quoteSeconds: settings.quoteSeconds,
  };
}

/** The fees of a pair, as a record stores them. */
function termsOf(
  pair: Pair,
  settings: PricingSettings,
): Pick<QuoteRecord, 'marginPercent' | 'partnerPercent' | 'payinTerms' | 'payoutTerms'> {
  return {
    marginPercent: settings.marginPercent,
    partnerPercent: settings.partnerPercent,
    payinTerms: { percent: pair.payin.feePercent, fixed: pair.payin.feeFixed, min: pair.payin.feeMin },
    payoutTerms: { percent: pair.payout.feePercent, fixed: pair.payout.feeFixed, min: pair.payout.feeMin },
  };
}

/** What every amount of a pair is priced with, until prices or options change. */
interface PreparedPair {
  quoted: QuotedRate;
  terms: PriceTerms;
  /** `undefined` when no amount fits both sides. */
  bounds: Bounds | undefined;
}

interface Remembered {
  price: CrossPrice;
  settings: PricingSettings;
  prepared: PreparedPair;
}

/** By pay-in option, payout option and kind of rate; options are new objects whenever they are read again. */
type Memory = WeakMap<PaymentOption, WeakMap<PaymentOption, Remembered>>;
const floating: Memory = new WeakMap();
const fixed: Memory = new WeakMap();

/** Terms and bounds of a pair at the present prices; `undefined` while there are none. */
function preparePair(
  rates: Rates,
  settings: PricingSettings,
  pair: Pair,
  isFloatingRate: boolean,
): PreparedPair | undefined {
  const { payin, payout } = pair;
  const price = rates.getPrice(payin.currency.asset, payout.currency.asset, settings.rateMaxAgeSeconds);
  if (price === undefined) return undefined;
  const memory = isFloatingRate ? floating : fixed;
  const ofPayin = memory.get(payin) ?? new WeakMap<PaymentOption, Remembered>();
  memory.set(payin, ofPayin);
  const known = ofPayin.get(payout);
  if (known?.price === price && known.settings === settings) return known.prepared;
  const quoted = quoteRate(rates, settings, { payin: payin.currency, payout: payout.currency }, isFloatingRate);
  if (quoted === undefined) return undefined;
  const terms = { ...termsOf(pair, settings), rate: quoted.rate };
  const prepared = { quoted, terms, bounds: boundsOf(pair, terms) };
  ofPayin.set(payout, { price, settings, prepared });
  return prepared;
}

export interface PricedPair {
  record: QuoteRecord | undefined;
  bounds: Bounds | undefined;
  errors: RefusalItem[];
}

interface PairInput {
  pair: Pair;
  typed: TypedAmount | undefined;
  isFloatingRate: boolean;
  /** A transfer out of the balance has a price too. */
  isWithdrawal?: boolean;
}

/** The price of one amount of one pair, and every fault that is the same for all callers. */
export function pricePair(rates: Rates, settings: PricingSettings, input: PairInput): PricedPair {
  const { pair, typed, isFloatingRate, isWithdrawal = false } = input;
  const mode = modeOf(pair);
  if (mode === 'same') return refuse({ code: 'CANT_EXCHANGE', field: 'payin_currency' });
  if (mode === 'transfer' && !isWithdrawal) return { record: undefined, bounds: undefined, errors: [] };
  const prepared = preparePair(rates, settings, pair, isFloatingRate);
  if (prepared === undefined) return refuse({ code: 'RATE_UNAVAILABLE' });
  const { quoted, terms, bounds } = prepared;
  if (bounds === undefined) return refuse({ code: 'CANT_EXCHANGE', field: 'payin_currency' });
  if (typed === undefined) return { record: undefined, bounds, errors: [] };
  const typedPayout = typed.side === 'payout' ? typed.amount : undefined;
  const payinAmount = typedPayout === undefined ? typed.amount : leastPayin(terms, typedPayout);
  // With bounds there is a pay-in for every payout.
  if (payinAmount === undefined) return refuse({ code: 'CANT_EXCHANGE', field: 'payin_currency' });
  const record = makeRecord({ pair, settings, quoted, terms, isFloatingRate, payinAmount, typedPayout });
  // The least pay-in may buy a little more than a typed pay-out that is below the least.
  const isTooLittle = typedPayout !== undefined && typedPayout < pair.payout.minAmount;
  const judged = isTooLittle && payinAmount >= bounds.min ? bounds.min - 1n : payinAmount;
  return { record, bounds, errors: checkBounds(judged, bounds, pair) };
}

function refuse(item: RefusalItem): PricedPair {
  return { record: undefined, bounds: undefined, errors: [item] };
}

/** The fault of an amount against a pair's bounds; no amount fits a pair without bounds. */
export function checkBounds(payinAmount: bigint, bounds: Bounds | undefined, { payin }: Pair): RefusalItem[] {
  if (bounds === undefined) return [{ code: 'CANT_EXCHANGE', field: 'payin_currency' }];
  const valuesOf = (units: bigint) => ({
    amount: formatAmount(units, payin.currency.precision).replace(/\.0+$/, ''),
    currency: payin.currency.name,
  });
  if (payinAmount < bounds.min) return [{ code: 'AMOUNT_MIN', field: 'payin_amount', values: valuesOf(bounds.min) }];
  if (payinAmount > bounds.max) return [{ code: 'AMOUNT_MAX', field: 'payin_amount', values: valuesOf(bounds.max) }];
  return [];
}
