import { readFile } from 'node:fs/promises';
import autocannon from 'autocannon';
import { findFreePort } from '@causeway/testing/free-port';
import { startProcess } from '@causeway/testing/start-process';
import type { Row } from './print-rows.ts';

const rounds = 5;
const secondsEach = 4;
const warmUpSeconds = 6;
const connections = 16;
/** No two calculations in a row have the same amount, so that no answer comes from a cache. */
const amounts = 500;
const ticksPerSecond = 100;

interface Load {
  perSecond: number;
  /** CPU time of the process for one request, microseconds. */
  cpu: number;
}

/**
 * Calculations per second beside a bare Node HTTP handler that sends as many bytes; the two take turns. On a shared
 * machine the CPU time of a request says more than the requests of a second.
 */
export async function benchCalculations(productUrl: string, productPid: number): Promise<Row[]> {
  const paths = Array.from({ length: amounts }, (_, index) => calculationPath(`${100 + index}.${10 + (index % 90)}`));
  const answer = await (await fetch(productUrl + calculationPath('250'))).text();
  const port = await findFreePort();
  const floorUrl = `http://127.0.0.1:${port}`;
  const floor = await startProcess({
    name: 'bare handler',
    entry: 'bench/floors/bare-http.ts',
    env: { PORT: String(port), ANSWER: answer },
    readyUrl: floorUrl,
  });
  const ours = () => load(productUrl.replace('localhost', '127.0.0.1'), paths, productPid, secondsEach);
  const bare = () => load(floorUrl, paths, floor.pid, secondsEach);
  try {
    await load(productUrl, paths, productPid, warmUpSeconds);
    await bare();
    const pairs: { ours: Load; bare: Load }[] = [];
    for (let round = 0; round < rounds; round += 1) pairs.push({ bare: await bare(), ours: await ours() });
    return rows(pairs);
  } finally {
    await floor.stop();
  }
}

function rows(pairs: readonly { ours: Load; bare: Load }[]): Row[] {
  const share = median(pairs.map(({ ours, bare }) => ours.perSecond / bare.perSecond));
  const cpuShare = median(pairs.map(({ ours, bare }) => bare.cpu / ours.cpu));
  const held = { goal: 'at least 0.40', unit: '×' };
  return [
    { name: 'calculations per second', value: median(pairs.map(({ ours }) => ours.perSecond)).toFixed(0), unit: '/s' },
    { name: 'calculations, share of a bare Node handler', value: share.toFixed(2), ...held, isMet: share >= 0.4 },
    { name: 'CPU of a calculation', value: median(pairs.map(({ ours }) => ours.cpu)).toFixed(0), unit: 'µs' },
    { name: 'CPU of the bare handler', value: median(pairs.map(({ bare }) => bare.cpu)).toFixed(0), unit: 'µs' },
    { name: 'the same share by CPU time', value: cpuShare.toFixed(2), unit: '×' },
  ];
}

function calculationPath(amount: string): string {
  return `/onramp/calc?payin_currency=EUR&payin_group=card&payin_amount=${amount}&payout_currency=BTC&payout_group=bitcoin&is_floating_rate=1`;
}

async function load(url: string, paths: readonly string[], pid: number, duration: number): Promise<Load> {
  const before = await readCpu(pid);
  const result = await autocannon({
    url,
    connections,
    duration,
    headers: { 'x-requested-with': 'XMLHttpRequest' },
    requests: paths.map((path) => ({ path })),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals and ${result.errors} errors under load.`);
  const cpu = ((await readCpu(pid)) - before) / result.requests.total;
  return { perSecond: result.requests.average, cpu };
}

/** CPU time that a process has used, microseconds; not known outside Linux. */
async function readCpu(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1e6) / ticksPerSecond;
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
