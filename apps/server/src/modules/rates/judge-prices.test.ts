import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import type { MarketPrice } from '../../providers/market/port.ts';
import { judgePrices, priceLimits, type PriceMeasures, type PriceReference } from './judge-prices.ts';
import { readSnapshot } from './market-snapshot.ts';

const at = new Date('2026-01-15T12:00:00Z');
const live = { jump: 10, day: 25, steadyJump: 5, steadyDay: 10, sources: 3 };
const euro = (whole: number) => BigInt(Math.round(whole * 1e6)) * 10n ** 12n;

function known(median: number, latest = median, minutesAgo = 1): PriceReference {
  return { median: euro(median), latest: euro(latest), at: new Date(at.getTime() - minutesAgo * 60_000) };
}

const references = new Map([
  ['BTC', known(58_000)],
  ['USD', known(0.86)],
  ['USDT', known(0.86)],
]);
const price = (asset: string, eur: number): MarketPrice => ({
  asset,
  currency: 'EUR',
  bid: eur.toFixed(8),
  ask: (eur * 1.0001).toFixed(8),
});
const inDollar = (asset: string, usd: number): MarketPrice => ({ ...price(asset, usd), currency: 'USD' });
const usual = [price('BTC', 58_100), price('USD', 0.86), price('USDT', 0.861), inDollar('BTC', 67_500)];

function judge(prices: readonly MarketPrice[], measures: Partial<PriceMeasures> = {}) {
  return judgePrices(readSnapshot({ at, prices }), { references, limits: live, second: undefined, ...measures });
}

describe('prices have guards', () => {
  test('what the market says near what is known is accepted', () => {
    const { faults, table } = judge(usual);
    expect([...faults]).toEqual([]);
    expect([...table.quotations.keys()]).toEqual(['BTC', 'USD', 'USDT']);
  });

  test.each<[string, MarketPrice[], string, string]>([
    ['a lost factor of a thousand', [price('BTC', 58)], 'BTC', 'jump'],
    ['a price ten times too high', [price('BTC', 580_000)], 'BTC', 'jump'],
    ['a coin bound to the dollar off by six in a hundred', [price('USDT', 0.92)], 'USDT', 'jump'],
    ['one side far off', [{ ...price('BTC', 58_000), bid: '5800' }], 'BTC', 'jump'],
    ['a wrong price in dollars only', [price('BTC', 58_000), price('USD', 0.86), inDollar('BTC', 67.5)], 'BTC', 'jump'],
  ])('%s is no price', (_what, prices, asset, reason) => {
    const { faults, table, accepted } = judge(prices);
    expect(faults.get(asset)?.reason).toBe(reason);
    expect(table.quotations.has(asset)).toBe(false);
    expect(accepted.has(asset)).toBe(false);
  });

  test('a wrong dollar takes no coin with it', () => {
    const { faults } = judge([price('BTC', 58_000), price('USD', 8.6), inDollar('BTC', 67_500)]);
    expect([...faults.keys()]).toEqual(['USD']);
  });

  test('small steps that lead far from the day are stopped by the median', () => {
    const walked = new Map([['BTC', known(58_000, 73_000)]]);
    expect(judge([price('BTC', 73_500)], { references: walked }).faults.get('BTC')?.reason).toBe('day');
  });

  test('after a break of the market the day counts and not the last price', () => {
    const old = new Map([['BTC', known(58_000, 50_000, 90)]]);
    expect(judge([price('BTC', 58_000)], { references: old }).faults.size).toBe(0);
  });

  test('a second market that differs or is silent pauses what the first one says', () => {
    const second = readSnapshot({ at, prices: [price('BTC', 52_000), price('USD', 0.86), price('USDT', 0.861)] });
    expect([...judge(usual, { second }).faults]).toMatchObject([['BTC', { reason: 'source' }]]);
    expect(judge(usual, { second: 'silent' }).faults.size).toBe(3);
  });

  test('no accepted price is further from the day’s median than it may be', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e7, noNaN: true }), (eur) => {
        const accepted = judge([price('BTC', eur)]).accepted.get('BTC');
        if (accepted === undefined) return;
        expect(accepted).toBeGreaterThan(euro(58_000 * 0.899));
        expect(accepted).toBeLessThan(euro(58_000 * 1.101));
      }),
    );
  });

  test('the sandbox may be moved further by hand than a live market', () => {
    expect(priceLimits(readConfig({})).jump).toBeGreaterThan(live.jump);
  });
});
