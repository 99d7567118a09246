import autocannon from 'autocannon';
import { findFreePort } from '@causeway/testing/free-port';
import { startProcess } from '@causeway/testing/start-process';
import type { Row } from './print-rows.ts';

const rounds = 5;
const secondsEach = 3;
const connections = 16;

/** Calculations per second beside a bare Node HTTP handler that sends as many bytes; the two take turns. */
export async function benchCalculations(productUrl: string): Promise<Row[]> {
  const path =
    '/onramp/calc?payin_currency=EUR&payin_group=card&payin_amount=250&payout_currency=BTC&payout_group=bitcoin&is_floating_rate=1';
  const answer = await (await fetch(productUrl + path)).text();
  const port = await findFreePort();
  const floorUrl = `http://127.0.0.1:${port}/`;
  const floor = await startProcess({
    name: 'bare handler',
    entry: 'bench/floors/bare-http.ts',
    env: { PORT: String(port), ANSWER: answer },
    readyUrl: floorUrl,
  });
  try {
    const ratios: number[] = [];
    const speeds: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const bare = await requestsPerSecond(floorUrl);
      const ours = await requestsPerSecond(productUrl + path);
      ratios.push(ours / bare);
      speeds.push(ours);
    }
    return [
      { name: 'calculations per second', value: median(speeds).toFixed(0), unit: '/s' },
      {
        name: 'calculations, share of a bare Node handler',
        value: median(ratios).toFixed(2),
        unit: '×',
        goal: 'at least 0.40',
        isMet: median(ratios) >= 0.4,
      },
    ];
  } finally {
    await floor.stop();
  }
}

async function requestsPerSecond(url: string): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    duration: secondsEach,
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals and ${result.errors} errors under load.`);
  return result.requests.average;
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
