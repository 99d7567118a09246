import type { Currency } from '@causeway/domain/currencies/currency';
import type { MarketSnapshot } from '../../providers/market/port.ts';
import type { PaymentOption, PricingSettings } from '../currencies/price-list.ts';
import { type Ratio, crossPrice } from '../rates/cross-price.ts';
import { readSnapshot } from '../rates/market-snapshot.ts';
import type { FeeTerms } from './quote-record.ts';
import type { Pair } from './read-preorder.ts';

/** Bid and ask in EUR of every asset, for tests. */
const quotations =
  'BTC 58214.60 58250.10,ETH 2312.40 2314.00,LTC 78.35 78.41,BCH 412.80 413.10,XRP 1.9420 1.9433,TRX 0.2514 0.2516,' +
  'BNB 742.60 743.00,SOL 118.25 118.33,ADA 0.3612 0.3615,DOT 1.8240 1.8252,DOGE 0.1221 0.1222,XLM 0.2143 0.2145,' +
  'POL 0.1178 0.1179,AVAX 12.46 12.47,LINK 11.72 11.73,XMR 368.90 369.20,TON 1.3480 1.3490,ATOM 2.1060 2.1074,' +
  'USDT 0.8592 0.8594,USDC 0.8594 0.8596,DAI 0.8591 0.8594,USD 0.8595 0.8596,GBP 1.1402 1.1404,CHF 1.0735 1.0737,' +
  'PLN 0.2361 0.2362,CZK 0.04123 0.04125,SEK 0.09128 0.09130,NOK 0.08514 0.08517,DKK 0.13391 0.13394,' +
  'UAH 0.02041 0.02043,TRY 0.02026 0.02029,JPY 0.005512 0.005514,HUF 0.002604 0.002606,RON 0.19652 0.19660,' +
  'BGN 0.51129 0.51130';

/** A market's answer with every asset in EUR. */
export function sampleSnapshot(at: Date): MarketSnapshot {
  const prices = quotations.split(',').map((line) => {
    const [asset = '', bid = '', ask = ''] = line.split(' ');
    return { asset, currency: 'EUR' as const, bid, ask };
  });
  return { at, prices };
}

const table = readSnapshot(sampleSnapshot(new Date(0)));

/** The sample market's price of one whole pay-out unit in whole pay-in units. */
export function samplePrice(payin: Currency, payout: Currency): Ratio {
  const price = crossPrice(table, payin.asset, payout.asset);
  if (price === undefined) throw new Error(`The sample market has no price of ${payin.code} to ${payout.code}.`);
  return price;
}

export const sampleSettings: PricingSettings = {
  marginPercent: 14_000,
  spreadPercent: 0,
  fixedRatePercent: 5_000,
  quoteSeconds: 900,
  quoteLockSeconds: 60,
  isFirstOrderFree: false,
  rateMaxAgeSeconds: 30,
  defaultPayinCurrency: 'EUR',
  defaultPayinGroup: 'card',
  defaultPayoutCurrency: 'BTC',
  defaultPayoutGroup: 'bitcoin',
  defaultPayinAmount: '250',
};

/** A pair of open options without limits. */
export function samplePair(payin: Currency, payout: Currency, payinFee: FeeTerms, payoutFee: FeeTerms): Pair {
  return { payin: option('payin', payin, payinFee), payout: option('payout', payout, payoutFee) };
}

function option(direction: PaymentOption['direction'], currency: Currency, fee: FeeTerms): PaymentOption {
  return {
    direction,
    currency,
    group: { code: 'any', nameKey: '', name: 'Any', isCrypto: currency.isCrypto },
    provider: 'any',
    isPaused: false,
    minAmount: 0n,
    maxAmount: 10n ** 37n,
    feePercent: fee.percent,
    feeFixed: fee.fixed,
    feeMin: fee.min,
    fields: [],
    durationMinutes: 1,
  };
}
