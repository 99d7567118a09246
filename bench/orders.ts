import { setTimeout as sleep } from 'node:timers/promises';
import { SandboxDriver } from '@causeway/testing/sandbox-driver';
import pg from 'pg';
import { readCpuTimes, type CpuTimes } from './cpu-time.ts';
import { bareTransactions } from './floors/bare-transactions.ts';
import { KeepAliveClient } from './keep-alive-client.ts';
import { OrderBuyer } from './order-buyer.ts';
import { loadOrders } from './order-load.ts';
import { OrderStatistics } from './order-statistics.ts';
import type { Row } from './print-rows.ts';

const goalASecond = 40;
const slowestMs = 250;
/** A little more than the goal, so that a steady load can be seen to reach it. */
const offeredASecond = 41;
/** Caches fill and code gets compiled before anything counts. */
const warmUpSeconds = 10;
const seconds = 60;
/** Enough buyers that none reaches the monthly limit. */
const buyerCount = 40;
/** Hashing a password is slow. */
const registerAtOnce = 3;
/** On a shared machine no registration may take for ever: buyers that are not registered by then are left out. */
const registerWithinSeconds = 60;
const creditWithinSeconds = 10;
const floorCallers = 8;

/** Where the measured product and its surroundings run. */
export interface OrdersBench {
  productUrl: string;
  sandboxUrl: string;
  databaseUrl: string;
  /** Process ids of those that work for an order, by name. */
  processes: Readonly<Record<string, number>>;
}

/**
 * Orders that are created and paid by card at a steady rate over HTTP, confirmed with the acquirer and credited, beside
 * a bare SQL transaction of as many statements on the same database. The load, the sandbox, the server and PostgreSQL
 * share the machine.
 */
export async function benchOrders(bench: OrdersBench): Promise<Row[]> {
  const database = new pg.Client({ connectionString: bench.databaseUrl });
  await database.connect();
  const clients = { product: new KeepAliveClient(bench.productUrl), sandbox: new KeepAliveClient(bench.sandboxUrl) };
  try {
    const statistics = new OrderStatistics(database);
    const processes = { ...bench.processes, PostgreSQL: await statistics.serverPid() };
    const buyers = await registerBuyers(bench, clients);
    const loading = loadOrders(buyers, { aSecond: offeredASecond, seconds: warmUpSeconds + seconds });
    await sleep(warmUpSeconds * 1000);
    const from = performance.now();
    const cpuBefore = await readCpuTimes(processes);
    const ownBefore = process.cpuUsage();
    const before = await statistics.read();
    await sleep(seconds * 1000);
    const until = performance.now();
    const after = await statistics.read();
    const own = process.cpuUsage(ownBefore);
    const cpu = {
      ...used(cpuBefore, await readCpuTimes(processes)),
      'the load itself': (own.user + own.system) / 1_000_000,
    };
    const load = await loading;
    const counted = load.placed.filter(({ at }) => at >= from && at < until);
    if (counted.length === 0) throw new Error(`No order was made: ${load.failures[0] ?? 'no answer'}`);
    const late = await statistics.countUncredited(
      load.placed.map(({ niceId }) => niceId),
      creditWithinSeconds,
    );
    const statements = Math.round((after.statements - before.statements) / counted.length);
    const floor = await bareTransactions(bench.databaseUrl, statements, floorCallers);
    const took = (until - from) / 1000;
    const perSecond = counted.length / took;
    return [
      ...rateRows(perSecond, (after.credited - before.credited) / took),
      ...latencyRows(counted.map(({ creationMs }) => creationMs)),
      { name: 'failed', value: String(load.failures.length), unit: load.failures[0]?.slice(0, 80) ?? '' },
      { name: 'paid but not credited in time', value: String(late), unit: '' },
      { name: 'statements an order, jobs and reads included', value: String(statements), unit: '' },
      {
        name: 'commits an order, jobs and reads included',
        value: ((after.commits - before.commits) / counted.length).toFixed(1),
        unit: '',
      },
      { name: 'bare SQL transactions per second', value: floor.toFixed(0), unit: '/s' },
      { name: 'orders, share of bare SQL transactions', value: (perSecond / floor).toFixed(3), unit: '×' },
      ...cpuRows(cpu, counted.length),
    ];
  } finally {
    for (const client of Object.values(clients)) client.close();
    await database.end();
  }
}

/** New clients with a confirmed e-mail: as many as there are in time, and at least one. */
async function registerBuyers(
  { productUrl, sandboxUrl }: OrdersBench,
  clients: { product: KeepAliveClient; sandbox: KeepAliveClient },
): Promise<OrderBuyer[]> {
  const driver = new SandboxDriver(sandboxUrl);
  const address = await driver.outsideAddress('bitcoin');
  const ready: OrderBuyer[] = [];
  const until = performance.now() + registerWithinSeconds * 1000;
  let last: unknown;
  // One that fails on a busy machine is replaced by the next.
  const register = async () => {
    while (ready.length < buyerCount && performance.now() < until)
      await OrderBuyer.register({ productUrl, driver }, clients, address).then(
        (buyer) => ready.push(buyer),
        (error: unknown) => (last = error),
      );
  };
  await Promise.all(Array.from({ length: registerAtOnce }, register));
  if (ready.length === 0)
    throw new Error(`No client was registered within ${registerWithinSeconds} s.`, { cause: last });
  return [...ready];
}

function rateRows(created: number, paid: number): Row[] {
  return [rateRow('orders created per second', created), rateRow('orders created and paid per second', paid)];
}

function rateRow(name: string, perSecond: number): Row {
  return {
    name,
    value: perSecond.toFixed(1),
    unit: '/s',
    goal: `at least ${goalASecond} for ${seconds} s`,
    isMet: perSecond >= goalASecond,
  };
}

function latencyRows(unsorted: readonly number[]): Row[] {
  const sorted = unsorted.toSorted((left, right) => left - right);
  const p99 = percentile(sorted, 0.99);
  return [
    { name: 'creation of an order, p50', value: percentile(sorted, 0.5).toFixed(0), unit: 'ms' },
    {
      name: 'creation of an order, p99',
      value: p99.toFixed(0),
      unit: 'ms',
      goal: `at most ${slowestMs}`,
      isMet: p99 <= slowestMs,
    },
  ];
}

function cpuRows(cpu: CpuTimes, orders: number): Row[] {
  return Object.entries(cpu).map(([name, spent]) => ({
    name: `CPU an order, ${name}`,
    value: ((spent * 1000) / orders).toFixed(1),
    unit: 'ms',
  }));
}

function used(before: CpuTimes, after: CpuTimes): CpuTimes {
  return Object.fromEntries(Object.entries(after).map(([name, spent]) => [name, spent - (before[name] ?? 0)] as const));
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
