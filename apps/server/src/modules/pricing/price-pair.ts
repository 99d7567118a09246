import { formatAmount } from '@causeway/domain/money/format-amount';
import type { Rates } from '../../context.ts';
import type { RefusalItem } from '../../errors.ts';
import type { PricingSettings } from '../currencies/price-list.ts';
import type { Bounds } from './bounds-of.ts';
import { modeOf } from './mode-of.ts';
import { makeRecord } from './make-record.ts';
import { preparePair } from './prepare-pair.ts';
import type { QuoteRecord } from './quote-record.ts';
import type { Pair, TypedAmount } from './read-preorder.ts';
import { leastPayin } from './rules.ts';

export interface PricedPair {
  record: QuoteRecord | undefined;
  bounds: Bounds | undefined;
  errors: RefusalItem[];
}

export interface PairInput {
  pair: Pair;
  typed: TypedAmount | undefined;
  isFloatingRate: boolean;
}

/** The price of one amount of one pair, and what stands against it whoever asks. */
export function pricePair(rates: Rates, settings: PricingSettings, input: PairInput): PricedPair {
  const { pair, typed, isFloatingRate } = input;
  const mode = modeOf(pair);
  if (mode === 'same') return refuse({ code: 'CANT_EXCHANGE', field: 'payin_currency' });
  if (mode === 'transfer') return { record: undefined, bounds: undefined, errors: [] };
  const prepared = preparePair(rates, settings, pair, isFloatingRate);
  if (prepared === undefined) return refuse({ code: 'RATE_UNAVAILABLE' });
  const { quoted, terms, bounds } = prepared;
  if (bounds === undefined) return refuse({ code: 'CANT_EXCHANGE', field: 'payin_currency' });
  if (typed === undefined) return { record: undefined, bounds, errors: [] };
  const typedPayout = typed.side === 'payout' ? typed.amount : undefined;
  const payinAmount = typedPayout === undefined ? typed.amount : leastPayin(terms, typedPayout);
  // With bounds there is a pay-in for every pay-out.
  if (payinAmount === undefined) return refuse({ code: 'CANT_EXCHANGE', field: 'payin_currency' });
  const record = makeRecord({ pair, settings, quoted, terms, isFloatingRate, payinAmount, typedPayout });
  return { record, bounds, errors: checkBounds(payinAmount, bounds, pair) };
}

function refuse(item: RefusalItem): PricedPair {
  return { record: undefined, bounds: undefined, errors: [item] };
}

/** What is wrong with an amount by what a pair takes; nothing fits a pair without bounds. */
export function checkBounds(payinAmount: bigint, bounds: Bounds | undefined, { payin }: Pair): RefusalItem[] {
  if (bounds === undefined) return [{ code: 'CANT_EXCHANGE', field: 'payin_currency' }];
  const tell = (units: bigint) => ({
    amount: formatAmount(units, payin.currency.precision).replace(/\.0+$/, ''),
    currency: payin.currency.name,
  });
  if (payinAmount < bounds.min) return [{ code: 'AMOUNT_MIN', field: 'payin_amount', values: tell(bounds.min) }];
  if (payinAmount > bounds.max) return [{ code: 'AMOUNT_MAX', field: 'payin_amount', values: tell(bounds.max) }];
  return [];
}
