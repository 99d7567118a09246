import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startSandbox } from '../start-sandbox.ts';
import type { RunningSandbox } from '../start-sandbox.ts';
import { createClient } from '../testing/test-client.ts';
import { basePrices } from './base-prices.ts';
import { Market } from './market.ts';
import { pastPrices } from './past-prices.ts';
import { toText, toUnits } from './price-units.ts';

let sandbox: RunningSandbox;
let client: ReturnType<typeof createClient>;

beforeAll(async () => {
  sandbox = await startSandbox();
  client = createClient(sandbox);
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await client.control('/reset');
});

const feed = z.object({
  at: z.number(),
  prices: z.array(z.object({ asset: z.string(), currency: z.enum(['EUR', 'USD']), bid: z.string(), ask: z.string() })),
});
const prices = async () => feed.parse((await client.call('GET', '/market/v1/prices')).body);
const price = async (asset: string, currency = 'EUR') =>
  (await prices()).prices.find((row) => row.asset === asset && row.currency === currency);

describe('market', () => {
  test('quotes every asset in EUR and USD, bid under ask', async () => {
    const { at, prices: rows } = await prices();
    expect(Math.abs(Date.now() - at)).toBeLessThan(2000);
    const pairs = rows.map((row) => `${row.asset}/${row.currency}`);
    const wanted = Object.keys(basePrices)
      .flatMap((asset) => [`${asset}/EUR`, `${asset}/USD`])
      .filter((pair) => pair !== 'EUR/EUR' && pair !== 'USD/USD');
    expect(pairs.toSorted()).toEqual(wanted.toSorted());
    const crossed = rows.filter(
      (row) => (toUnits(row.bid) ?? 0n) >= (toUnits(row.ask) ?? 0n) || (toUnits(row.bid) ?? 0n) <= 0n,
    );
    expect(crossed).toEqual([]);
  });

  test('walks near its base, identically for the same seed, and differently for another', () => {
    const walk = (seed: string): string[] => {
      let now = 0;
      const market = new Market(seed, () => now);
      return Array.from({ length: 200 }, () => {
        now += 5000;
        return market.prices().prices.find((row) => row.asset === 'BTC')?.bid ?? '';
      });
    };
    const first = walk('one');
    expect(walk('one')).toEqual(first);
    expect(walk('two')).not.toEqual(first);
    expect(new Set(first).size).toBeGreaterThan(100);
    expect(first.every((bid) => Number(bid) > 55_000 && Number(bid) < 61_500)).toBe(true);
  });

  test('holds a price that was set, with its spread', async () => {
    const answer = await client.control('/market', {
      asset: 'BTC',
      eur: '50000',
      usd: '60000',
      spread_percent: '1',
      hold: true,
    });
    expect(answer).toMatchObject({
      hold: true,
      prices: [
        { bid: '49750.00', ask: '50250.00' },
        { bid: '59700.00', ask: '60300.00' },
      ],
    });
    expect(await price('BTC')).toMatchObject({ bid: '49750.00', ask: '50250.00' });
    expect(await price('BTC', 'USD')).toMatchObject({ bid: '59700.00', ask: '60300.00' });
  });

  test('a spread of nothing makes bid and ask equal', async () => {
    await client.control('/market', { asset: 'ETH', eur: '2000', spread_percent: 0, hold: true });
    expect(await price('ETH')).toMatchObject({ bid: '2000.00', ask: '2000.00' });
  });

  test('one held asset keeps its dollar price while the dollar walks', () => {
    let now = 0;
    const market = new Market('seed', () => now);
    const bitcoin = () => market.prices().prices.filter((row) => row.asset === 'BTC');
    market.set({ asset: 'BTC', hold: true });
    const before = bitcoin();
    now = 600_000;
    expect(bitcoin()).toEqual(before);
    market.set({ asset: 'BTC', hold: false });
    now = 1_200_000;
    expect(bitcoin()).not.toEqual(before);
  });

  test('held prices stay still and released ones walk', () => {
    let now = 0;
    const market = new Market('seed', () => now);
    market.holdAll(true);
    const before = market.prices().prices;
    now = 600_000;
    expect(market.prices().prices).toEqual(before);
    market.holdAll(false);
    now = 1_200_000;
    expect(market.prices().prices).not.toEqual(before);
  });

  test.each([
    [{ asset: 'NOPE', eur: '1' }, 404],
    [{ asset: 'BTC', eur: '-1' }, 400],
    [{ asset: 'BTC', eur: '1e5' }, 400],
    [{ asset: 'BTC', eur: 5 }, 400],
    [{}, 400],
  ])('refuses %j', async (body, status) => {
    expect((await client.call('POST', '/control/market', body)).status).toBe(status);
  });

  test('faults: stale keeps an old time, gone has no prices, not JSON is not JSON', async () => {
    await client.control('/faults', { provider: 'market', fault: 'stale', delay_ms: 60_000 });
    expect(Date.now() - (await prices()).at).toBeGreaterThan(59_000);
    await client.control('/faults', { provider: 'market', fault: 'gone' });
    expect((await prices()).prices).toEqual([]);
    await client.control('/faults', { provider: 'market', fault: 'non_json' });
    await expect(prices()).rejects.toThrow('not valid JSON');
    expect((await prices()).prices.length).toBeGreaterThan(60);
  });

  test.each([
    ['0.00000001', 8],
    ['58214.60', 2],
    ['1.0000', 4],
  ])('%s survives reading and writing', (text, digits) => {
    expect(toText(toUnits(text) ?? -1n, digits)).toBe(text);
  });
});

describe('the past of the market', () => {
  const past = z.object({
    series: z.array(z.object({ asset: z.string(), start: z.number(), eur: z.array(z.string()) })),
  });

  test('every asset but the euro has its hours and days, as prices above zero', async () => {
    const { series } = past.parse((await client.call('GET', '/market/v1/history?every=hour')).body);
    expect(series.map(({ asset }) => asset).toSorted()).toEqual(
      Object.keys(basePrices)
        .filter((asset) => asset !== 'EUR')
        .toSorted(),
    );
    expect(series.every(({ eur }) => eur.length === 192 && eur.every((text) => (toUnits(text) ?? 0n) > 0n))).toBe(true);
  });

  test('a moment has one price whenever it is asked about, and the last one is near the present', () => {
    const hour = 3_600_000;
    const ask = (now: number) =>
      pastPrices({ seed: 'one:BTC', every: 'hour', eur: 58_000n * 10n ** 12n, isSteady: false, now });
    const [first, later] = [ask(1000 * hour), ask(1000 * hour)];
    expect(first).toEqual(later);
    const last = Number(first.prices.at(-1)) / 1e12;
    expect(last).toBeGreaterThan(57_000);
    expect(last).toBeLessThan(59_000);
    expect(new Set(first.prices).size).toBeGreaterThan(150);
  });
});
