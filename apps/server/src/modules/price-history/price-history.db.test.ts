import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { dayMs } from '../../context.ts';
import { createApi } from '../../app.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { watchPrices } from '../rates/watch-prices.ts';
import { fillPriceHistory } from './fill-price-history.ts';
import { changeOf, priceText } from './read-price-history.ts';

const world = await openOrderWorld();
const now = Date.now();
// The time stands still, so that no hour ends within a test.
const context = { ...world.context, clock: { now: () => new Date(now) } };
const owner = new pg.Client({ connectionString: world.ownerUrl });
const hourMs = 3_600_000;
const hourBefore = (hours: number) => new Date(Math.floor(now / hourMs - hours) * hourMs);
const dayBefore = (days: number) => new Date(Math.floor(now / dayMs - days) * dayMs);
let app: Awaited<ReturnType<typeof createApi>>;

beforeAll(async () => {
  await owner.connect();
  app = await createApi({ ...context, config: { ...context.config, RATE_LIMIT: 'off' } });
});
afterAll(() => owner.end());
beforeEach(async () => {
  await owner.query('delete from daily_prices');
  await owner.query('delete from hourly_prices');
  await owner.query('delete from market_samples');
});

const seen = z.object({
  success: z.union([z.literal(1), z.literal(0)]),
  change: z.string().optional(),
  points: z.array(z.object({ at: z.number(), price: z.string() })).default([]),
  errors: z.array(z.object({ code: z.string(), field: z.string() })),
});

async function history(query: string) {
  return seen.parse((await app.inject(`/onramp/price_history?${query}`)).json());
}

const keepHour = (asset: string, hours: number, eur: string) =>
  owner.query(`insert into hourly_prices values ($1, $2, $3::numeric * 1e18)`, [asset, hourBefore(hours), eur]);
const keepDay = (asset: string, days: number, eur: string) =>
  owner.query(`insert into daily_prices values ($1, $2::date, $3::numeric * 1e18)`, [
    asset,
    dayBefore(days).toISOString().slice(0, 10),
    eur,
  ]);
const seconds = (at: Date) => at.getTime() / 1000;

describe('C-90 the price over time', () => {
  test('a week has its hours, a month its days, and what is older is left out', async () => {
    await keepHour('BTC', 200, '1');
    await keepHour('BTC', 3, '50000');
    await keepHour('BTC', 2, '40000');
    await keepDay('BTC', 40, '9');
    await keepDay('BTC', 20, '20000.5');
    expect(await history('base=BTC&quote=EUR&period=week')).toMatchObject({
      success: 1,
      change: '-20.00',
      points: [
        { at: seconds(hourBefore(3)), price: '50000.00' },
        { at: seconds(hourBefore(2)), price: '40000.00' },
      ],
    });
    const month = await history('base=BTC&quote=EUR&period=month');
    expect(month).toMatchObject({ change: '', points: [{ at: seconds(dayBefore(20)), price: '20000.50' }] });
    expect((await history('base=BTC&quote=EUR&period=year')).points).toHaveLength(2);
  });

  test('a pair has the moments at which both are known, and a small price enough digits', async () => {
    await keepHour('BTC', 3, '50000');
    await keepHour('BTC', 2, '40000');
    await keepHour('ETH', 2, '2000');
    await keepHour('DOGE', 2, '0.12345678');
    const at = seconds(hourBefore(2));
    expect((await history('base=BTC&quote=ETH&period=week')).points).toEqual([{ at, price: '20.0000' }]);
    expect((await history('base=DOGE&quote=EUR&period=week')).points).toEqual([{ at, price: '0.123456' }]);
    expect((await history('base=EUR&quote=BTC&period=week')).points.at(-1)).toEqual({ at, price: '0.0000250000' });
  });

  test('a day has its own samples, and the market’s hours before them', async () => {
    await keepHour('BTC', 5, '50000');
    await keepHour('BTC', 1, '1');
    await owner.query(`insert into market_samples values ('BTC', $1, 41000::numeric * 1e18)`, [hourBefore(3)]);
    const { points } = await history('base=BTC&quote=EUR&period=day');
    expect(points.map(({ price }) => price)).toEqual(['50000.00', '41000.00']);
  });

  test.each([
    ['base=XXX&quote=EUR&period=day', 'base'],
    ['base=BTC&quote=YYY&period=day', 'quote'],
  ])('%s names a currency that is not known', async (query, field) => {
    expect(await history(query)).toMatchObject({ success: 0, errors: [{ code: 'CURRENCY_UNKNOWN', field }] });
  });

  test('a kind of time that is not there is refused by its name', async () => {
    const answer = await app.inject('/onramp/price_history?base=BTC&quote=EUR&period=decade');
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ field: 'period' }] });
  });
});

describe('C-90 what is kept', () => {
  test('each sample is the price of its hour and day, and hours older than a chart’s week go', async () => {
    await keepHour('BTC', 9 * 24, '1');
    await watchPrices(context);
    const { rows } = await owner.query(`select hour, eur from hourly_prices where asset = 'BTC'`);
    const { rows: days } = await owner.query(`select eur from daily_prices where asset = 'BTC'`);
    expect(rows).toHaveLength(1);
    expect(days).toEqual([{ eur: Reflect.get(rows[0] ?? {}, 'eur') }]);
  });

  test('a new installation asks its market for the week and the year before it; what it saw itself stays', async () => {
    await keepHour('BTC', 2, '7');
    const { market } = context.providers;
    const eager = {
      ...market,
      getHistory: async (every: 'hour' | 'day') => [
        ...((await market.getHistory?.(every)) ?? []),
        { asset: 'BTC', at: hourBefore(0), eur: '1' },
      ],
    };
    await fillPriceHistory({ ...context, providers: { ...context.providers, market: eager } });
    const { points, change } = await history('base=BTC&quote=EUR&period=week');
    expect(points.length).toBeGreaterThanOrEqual(167);
    expect(points.find(({ at }) => at === seconds(hourBefore(2)))?.price).toBe('7.00000');
    expect(change).toMatch(/^-?\d+\.\d\d$/);
    expect((await history('base=ETH&quote=USD&period=year')).points.length).toBeGreaterThanOrEqual(364);
    // The present hour and day have prices of our own alone, and reported prices are no samples to judge by.
    expect(points.at(-1)?.at).toBeLessThan(seconds(hourBefore(0)));
    expect((await owner.query('select from market_samples')).rowCount).toBe(0);
  });

  test('without gaps nothing is asked, and a market that fails costs a chart alone', async () => {
    let asked = 0;
    const market = {
      ...context.providers.market,
      getHistory: async () => {
        asked += 1;
        throw new Error('closed');
      },
    };
    const closed = { ...context, providers: { ...context.providers, market } };
    await fillPriceHistory(closed);
    expect(asked).toBe(1);
    await fillPriceHistory(context);
    await fillPriceHistory(closed);
    expect(asked).toBe(1);
  });
});

test.each([
  [[2n, 3n], '50.00'],
  [[3n, 2n], '-33.33'],
  [[5n, 5n], '0.00'],
  [[5n], ''],
])('the change of %s is %s', (ratios, change) => expect(changeOf(ratios)).toBe(change));

test.each([
  [58_214_604_999_999_999_999_999n, '58214.60'],
  [1_942_000_000_000_000_000n, '1.94200'],
  [122_100_000_000_000_000n, '0.122100'],
  [12_345_678_900_000n, '0.0000123456'],
])('the ratio %s is written %s', (ratio, text) => expect(priceText(ratio)).toBe(text));
