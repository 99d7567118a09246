import { findFreePort } from '@causeway/testing/free-port';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpMarket } from './create-http-market.ts';

let answer: { status: number; body: string; isSilent?: boolean } = { status: 200, body: '' };
const server = createServer((_request, response) => {
  if (answer.isSilent !== true) response.writeHead(answer.status).end(answer.body);
});
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url = `http://127.0.0.1:${address.port}/prices`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const good = { at: 1_768_478_400_000, prices: [{ asset: 'BTC', currency: 'EUR', bid: '58214.60', ask: '58250.10' }] };

test('prices come with the market’s own time, as decimal text', async () => {
  answer = { status: 200, body: JSON.stringify(good) };
  expect(await createHttpMarket(url).getPrices()).toEqual({ at: new Date(good.at), prices: good.prices });
});

test.each<[string, typeof answer]>([
  ['a fault', { status: 503, body: '{}' }],
  ['a redirect', { status: 302, body: '' }],
  ['no JSON', { status: 200, body: '<html>' }],
  ['prices as numbers', { status: 200, body: JSON.stringify({ ...good, prices: [{ ...good.prices[0], bid: 1 }] }) }],
  [
    'another currency',
    { status: 200, body: JSON.stringify({ ...good, prices: [{ ...good.prices[0], currency: 'XAU' }] }) },
  ],
  ['no time', { status: 200, body: JSON.stringify({ prices: [] }) }],
])('%s is an unknown result', async (_what, next) => {
  answer = next;
  await expect(createHttpMarket(url).getPrices()).rejects.toMatchObject({ name: 'ProviderError', kind: 'unknown' });
});

const series = [{ asset: 'BTC', start: 1_768_478_400_000, eur: ['58214.60', '58300.00'] }];

test('past prices follow their first one by the hour or the day', async () => {
  answer = { status: 200, body: JSON.stringify({ series }) };
  const { getHistory } = createHttpMarket(url, { historyUrl: url });
  expect((await getHistory?.('day'))?.at(-1)).toEqual({
    asset: 'BTC',
    at: new Date('2026-01-16T12:00:00Z'),
    eur: '58300.00',
  });
  answer = { status: 200, body: JSON.stringify({ series: [{ ...series[0], eur: [1] }] }) };
  await expect(getHistory?.('hour')).rejects.toMatchObject({ kind: 'unknown', code: 'bad_answer' });
  expect(createHttpMarket(url).getHistory).toBeUndefined();
});

test('silence ends at the time limit', async () => {
  answer = { status: 200, body: '', isSilent: true };
  const asking = createHttpMarket(url, { timeoutMs: 50 }).getPrices();
  await expect(asking).rejects.toMatchObject({ kind: 'unknown', code: 'timeout' });
});

test('no listening server is unreachable', async () => {
  await expect(createHttpMarket(`http://127.0.0.1:${await findFreePort()}/prices`).getPrices()).rejects.toMatchObject({
    kind: 'unreachable',
  });
});
