import type { CrossPrice, Rates } from '../../context.ts';
import type { PaymentOption, PricingSettings } from '../currencies/price-list.ts';
import { boundsOf, type Bounds } from './bounds-of.ts';
import { termsOf } from './make-record.ts';
import { quoteRate, type QuotedRate } from './quote-rate.ts';
import type { Pair } from './read-preorder.ts';
import type { PriceTerms } from './rules.ts';

/** What every amount of a pair is priced with, until prices or options change. */
export interface PreparedPair {
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

/** By pay-in option, pay-out option and kind of rate; options are new objects whenever they are read again. */
type Memory = WeakMap<PaymentOption, WeakMap<PaymentOption, Remembered>>;
const floating: Memory = new WeakMap();
const fixed: Memory = new WeakMap();

/** Terms and bounds of a pair at the prices of now; `undefined` while there are none. */
export function preparePair(
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
