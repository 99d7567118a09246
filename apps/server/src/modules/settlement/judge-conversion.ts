import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { powerOfTen } from '@causeway/domain/money/power-of-ten';
import type { AppContext } from '../../context.ts';
import type { QuoteRecord } from '../pricing/quote-record.ts';
import { isFar, isSteady } from '../rates/judge-prices.ts';

/** Why a person must allow a conversion: its sides are not worth the same, or it is too large. Amounts in cents of EUR. */
export interface ConversionDoubt {
  reason: 'price' | 'amount';
  details: { payinEur: string; payoutEur: string };
}

type Guards = Pick<AppContext['config'], 'ORDER_MOST_EUR' | 'PRICE_DAY_PERCENT' | 'PRICE_STEADY_DAY_PERCENT'>;

/**
 * Compares what a conversion takes and gives, both at the day's median, which moves slowly: whatever price it was made
 * at, neither side may be worth much more than the other, nor more than one order may be.
 *
 * @returns `undefined` when nothing speaks against it, or when an asset was never priced
 */
export function judgeConversion(
  { config, rates }: { config: Guards; rates: Pick<AppContext['rates'], 'getMedian'> },
  { payinCurrency, payoutCurrency, exchanged, payoutAmount }: QuoteRecord,
): ConversionDoubt | undefined {
  const payin = valueInCents(rates, payinCurrency, exchanged);
  const payout = valueInCents(rates, payoutCurrency, payoutAmount);
  if (payin === undefined || payout === undefined) return undefined;
  const details = { payinEur: payin.cents.toString(), payoutEur: payout.cents.toString() };
  const percent =
    isSteady(payin.asset) && isSteady(payout.asset) ? config.PRICE_STEADY_DAY_PERCENT : config.PRICE_DAY_PERCENT;
  if (payin.asset !== payout.asset && isFar(payout.exact, payin.exact, percent)) return { reason: 'price', details };
  const most = BigInt(config.ORDER_MOST_EUR) * 100n;
  return payin.cents > most || payout.cents > most ? { reason: 'amount', details } : undefined;
}

function valueInCents(
  rates: Pick<AppContext['rates'], 'getMedian'>,
  code: string,
  amount: bigint,
): { asset: string; exact: bigint; cents: bigint } | undefined {
  const currency = findCurrency(code);
  const median = currency === undefined ? undefined : rates.getMedian(currency.asset);
  if (currency === undefined || median === undefined) return undefined;
  const exact = (amount * median * 100n) / powerOfTen(currency.precision);
  return { asset: currency.asset, exact, cents: exact / powerOfTen(18) };
}
