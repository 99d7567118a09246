import fc from 'fast-check';
import { ManualClock } from '@causeway/testing/manual-clock';
import { describe, expect, test } from 'vitest';
import { createLog } from '../../log.ts';
import type { MarketPrice, MarketSnapshot } from '../../providers/market/port.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { readConfig } from '../../config/config.ts';
import { createRateBook } from './create-rate-book.ts';
import { crossPrice } from './cross-price.ts';
import { readSnapshot } from './market-snapshot.ts';
import { priceLimits } from './judge-prices.ts';

const at = new Date('2026-01-15T12:00:00Z');

function price(asset: string, currency: 'EUR' | 'USD', bid: string, ask: string): MarketPrice {
  return { asset, currency, bid, ask };
}

const prices = [
  price('BTC', 'EUR', '100', '101'),
  price('BTC', 'USD', '110', '112'),
  price('ETH', 'EUR', '10', '11'),
  price('USD', 'EUR', '0.8', '0.9'),
  price('EUR', 'USD', '1.1', '1.2'),
  price('DAI', 'USD', '0.99', '1.01'),
];

describe('the price of a pair, on the client’s side of the market', () => {
  const table = readSnapshot({ at, prices });

  test.each<[payin: string, payout: string, numerator: bigint, denominator: bigint]>([
    ['EUR', 'BTC', 101n, 1n],
    ['BTC', 'EUR', 1n, 100n],
    ['USD', 'BTC', 505n, 4n],
    ['BTC', 'USD', 1n, 110n],
    ['ETH', 'BTC', 101n, 10n],
    ['BTC', 'ETH', 11n, 100n],
    ['EUR', 'USD', 9n, 10n],
    ['USD', 'EUR', 5n, 4n],
    ['DAI', 'BTC', 11_200n, 99n],
    ['EUR', 'EUR', 1n, 1n],
    ['BTC', 'BTC', 101n, 100n],
  ])('one %s buys %s', (payin, payout, numerator, denominator) => {
    expect(crossPrice(table, payin, payout)).toEqual({ numerator, denominator });
  });

  test('no round trip gains, whatever the markets say of the dollar', () => {
    const near = (middle: number) => fc.double({ min: middle * 0.97, max: middle * 1.03, noNaN: true });
    const text = (value: number) => value.toFixed(8);
    const quote = (asset: string, currency: 'EUR' | 'USD', bid: number) =>
      price(asset, currency, text(bid), text(bid * 1.0001));
    fc.assert(
      fc.property(near(58_000), near(67_000), near(2300), near(2660), near(0.86), (btc, btcUsd, eth, ethUsd, usd) => {
        const quoted = [quote('BTC', 'EUR', btc), quote('BTC', 'USD', btcUsd), quote('ETH', 'EUR', eth)];
        const all = [...quoted, quote('ETH', 'USD', ethUsd), quote('USD', 'EUR', usd)];
        const market = readSnapshot({ at, prices: all });
        const assets = ['EUR', 'USD', 'BTC', 'ETH'];
        for (const first of assets)
          for (const second of assets)
            for (const third of assets) {
              if (new Set([first, second, third]).size < 3) continue;
              const steps = [
                crossPrice(market, first, second),
                crossPrice(market, second, third),
                crossPrice(market, third, first),
              ];
              const cost = steps.reduce(
                (sum, step) => ({ paid: sum.paid * (step?.numerator ?? 0n), got: sum.got * (step?.denominator ?? 1n) }),
                { paid: 1n, got: 1n },
              );
              expect(cost.paid >= cost.got, `${first} ${second} ${third}`).toBe(true);
            }
      }),
      { numRuns: 300 },
    );
  });

  test('an asset without a price has no pair', () => {
    expect(crossPrice(table, 'EUR', 'RWD')).toBeUndefined();
    expect(crossPrice(table, 'RWD', 'BTC')).toBeUndefined();
  });

  test.each([
    ['zero', '0', '1'],
    ['crossed', '2', '1'],
    ['negative', '-1', '1'],
    ['an exponent', '1e2', '2e2'],
    ['more than eighteen decimals', '1.1234567890123456789', '2'],
    ['no number', 'NaN', 'NaN'],
  ])('a price that is %s is left out', (_why, bid, ask) => {
    const bad = readSnapshot({ at, prices: [price('BTC', 'EUR', bid, ask)] });
    expect(crossPrice(bad, 'EUR', 'BTC')).toBeUndefined();
  });
});

describe('the rate book', () => {
  function open() {
    const clock = new ManualClock(at);
    let answer: MarketSnapshot | ProviderError = { at, prices };
    const market = {
      getPrices: () => (answer instanceof ProviderError ? Promise.reject(answer) : Promise.resolve(answer)),
    };
    const book = createRateBook({
      market,
      clock,
      log: createLog('silent'),
      limits: priceLimits(readConfig({})),
      readReferences: async () => new Map(),
    });
    return { book, clock, answerWith: (next: typeof answer) => (answer = next) };
  }

  test('it has no price before the market has answered, and is ready after', async () => {
    const { book, answerWith } = open();
    answerWith(new ProviderError('market', 'unreachable'));
    await book.refresh();
    expect(book.getPrice('EUR', 'BTC', 30)).toBeUndefined();
    answerWith({ at, prices });
    await book.refresh();
    await book.ready;
    expect(book.getPrice('EUR', 'BTC', 30)).toEqual({ numerator: 101n, denominator: 1n, at });
  });

  test('a price counts until it is older than allowed, by the market’s time', async () => {
    const { book, clock } = open();
    await book.refresh();
    clock.advance(30_000);
    expect(book.getPrice('EUR', 'BTC', 30)).toBeDefined();
    clock.advance(1);
    expect(book.getPrice('EUR', 'BTC', 30)).toBeUndefined();
  });

  test('a market that answers old prices as if they were new is not believed', async () => {
    const { book, clock } = open();
    clock.advance(31_000);
    await book.refresh();
    expect(book.getPrice('EUR', 'BTC', 30)).toBeUndefined();
  });

  test('prices from the future are not believed', async () => {
    const { book, answerWith } = open();
    answerWith({ at: new Date(at.getTime() + 31_000), prices });
    await book.refresh();
    expect(book.getPrice('EUR', 'BTC', 30)).toBeUndefined();
  });

  test.each<[string, MarketSnapshot | ProviderError]>([
    ['fails', new ProviderError('market', 'unknown')],
    ['has no prices', { at: new Date(at.getTime() + 1), prices: [] }],
    ['answers something older', { at: new Date(at.getTime() - 1), prices: [price('BTC', 'EUR', '1', '2')] }],
  ])('a market that %s changes nothing', async (_what, next) => {
    const { book, answerWith } = open();
    await book.refresh();
    const before = book.getPrice('EUR', 'BTC', 30);
    answerWith(next);
    await book.refresh();
    expect(book.getPrice('EUR', 'BTC', 30)).toBe(before);
  });

  test('a second market that fails pauses everything once it is silent, until it answers again', async () => {
    const clock = new ManualClock(at);
    let isSilent = false;
    const answer = () => Promise.resolve({ at: clock.now(), prices: [price('BTC', 'EUR', '100', '101')] });
    const book = createRateBook({
      market: { getPrices: answer },
      secondMarket: {
        getPrices: () => (isSilent ? Promise.reject(new ProviderError('market', 'unreachable')) : answer()),
      },
      clock,
      log: createLog('silent'),
      limits: priceLimits(readConfig({})),
      readReferences: async () => new Map(),
    });
    await book.refresh();
    expect(book.isPaused('BTC')).toBe(false);
    isSilent = true;
    clock.advance(59_000);
    await book.refresh();
    expect(book.isPaused('BTC')).toBe(false);
    clock.advance(2_000);
    await book.refresh();
    expect(book.isPaused('BTC')).toBe(true);
    expect(book.getPrice('EUR', 'BTC', 30)).toBeUndefined();
    isSilent = false;
    await book.refresh();
    expect(book.getPrice('EUR', 'BTC', 30)).toBeDefined();
  });

  test('an answer from the future does not make the next one look overtaken', async () => {
    const { book, answerWith } = open();
    answerWith({ at: new Date(at.getTime() + 7_200_000), prices });
    await book.refresh();
    answerWith({ at, prices });
    await book.refresh();
    expect(book.getPrice('EUR', 'BTC', 30)).toBeDefined();
  });

  test('when all clocks were ahead and are corrected, present prices count at once', async () => {
    const { book, clock, answerWith } = open();
    clock.advance(7_200_000);
    answerWith({ at: new Date(at.getTime() + 7_200_000), prices });
    await book.refresh();
    clock.advance(-7_200_000);
    answerWith({ at, prices });
    await book.refresh();
    expect(book.getPrice('EUR', 'BTC', 30)).toMatchObject({ at });
  });

  test('it polls while it is started and stops on request', async () => {
    const { book } = open();
    book.start();
    await book.ready;
    await book.stop();
    expect(book.getPrice('EUR', 'BTC', 30)).toBeDefined();
  });
});
