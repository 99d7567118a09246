import { setTimeout as sleep } from 'node:timers/promises';
import { ProductClient } from '@causeway/testing/product-client';
import { SandboxDriver } from '@causeway/testing/sandbox-driver';
import pg from 'pg';
import { bareTransactions } from './floors/bare-transactions.ts';
import type { Row } from './print-rows.ts';

const callers = 8;
/** Each caller has several, so that none reaches the limit of a month. */
const buyersEach = 3;
const warmUpSeconds = 3;
const seconds = 15;
/** On a machine that others use too nothing may take for ever: what is not there by then does not count. */
const registerWithinSeconds = 60;
const answerWithinSeconds = 20;
const creditWithinSeconds = 30;

const aSecond = 40;
const slowestMs = 500;

interface Load {
  perSecond: number;
  /** How long each creation took, in ms, shortest first. */
  latencies: number[];
  niceIds: string[];
}

type Create = (buyer: ProductClient, onToken: () => void) => Promise<string>;

/**
 * Orders per second over HTTP, created and then created and paid, beside a bare SQL transaction of as many statements
 * on the same database. The load, the sandbox, the server and PostgreSQL share the machine.
 */
export async function benchOrders(
  productUrl: string,
  sandboxUrl: string,
  databaseUrl: string,
  countStatements: () => number,
): Promise<Row[]> {
  const sandbox = new SandboxDriver(sandboxUrl);
  const address = await sandbox.outsideAddress('bitcoin');
  const buyers = await registerBuyers(productUrl, sandbox);
  const create: Create = (buyer, onToken) => buyer.createOrder(address, '31', onToken);
  await load(buyers, warmUpSeconds, create);
  const before = countStatements();
  const created = await load(buyers, seconds, create);
  const statements = Math.round((countStatements() - before) / created.niceIds.length);
  const floor = await bareTransactions(databaseUrl, statements, callers);
  const p99 = percentile(created.latencies, 0.99);
  return [
    { name: 'orders created per second', value: created.perSecond.toFixed(1), unit: '/s' },
    { name: 'creation of an order, p50', value: percentile(created.latencies, 0.5).toFixed(0), unit: 'ms' },
    {
      name: 'creation of an order, p99',
      value: p99.toFixed(0),
      unit: 'ms',
      goal: `at most ${slowestMs}`,
      isMet: p99 <= slowestMs,
    },
    { name: 'statements an order, jobs and reads included', value: String(statements), unit: '' },
    { name: 'bare SQL transactions per second', value: floor.toFixed(0), unit: '/s' },
    { name: 'orders, share of bare SQL transactions', value: (created.perSecond / floor).toFixed(3), unit: '×' },
    ...(await benchPaid(databaseUrl, buyers, sandbox, create)),
  ];
}

/** Orders that are created, paid by card, confirmed with the acquirer and credited. */
async function benchPaid(
  databaseUrl: string,
  buyers: readonly ProductClient[],
  sandbox: SandboxDriver,
  create: Create,
): Promise<Row[]> {
  const started = performance.now();
  const paid = await load(buyers, seconds, async (buyer, onToken) => {
    const niceId = await create(buyer, onToken);
    for (const { id } of await sandbox.acquirerPayments(niceId)) await sandbox.settlePayment(id, 'approved');
    return niceId;
  });
  const credited = await waitUntilCredited(databaseUrl, paid.niceIds);
  const perSecond = (credited * 1000) / (performance.now() - started);
  const p99 = percentile(paid.latencies, 0.99);
  return [
    {
      name: 'orders created and paid per second',
      value: perSecond.toFixed(1),
      unit: '/s',
      goal: `at least ${aSecond}`,
      isMet: perSecond >= aSecond,
    },
    { name: 'their creation and payment, p99', value: p99.toFixed(0), unit: 'ms' },
    { name: 'paid but not credited in time', value: String(paid.niceIds.length - credited), unit: '' },
  ];
}

/** New clients with a confirmed e-mail: as many as there are in time, and at least one. */
async function registerBuyers(productUrl: string, sandbox: SandboxDriver): Promise<ProductClient[]> {
  const ready: ProductClient[] = [];
  const all = Array.from({ length: callers * buyersEach }, async () => {
    const client = new ProductClient(productUrl, sandbox);
    await client.register();
    ready.push(client);
  });
  await Promise.race([Promise.all(all), sleep(registerWithinSeconds * 1000, undefined, { ref: false })]);
  if (ready.length === 0) throw new Error(`No client was registered within ${registerWithinSeconds} s.`);
  return [...ready];
}

/** Every caller makes one order after the other, in turn for each of its buyers. */
async function load(buyers: readonly ProductClient[], duration: number, create: Create): Promise<Load> {
  const latencies: number[] = [];
  const niceIds: string[] = [];
  const started = performance.now();
  const until = started + duration * 1000;
  const all = Array.from({ length: callers }, async (_, caller) => {
    for (let turn = caller; performance.now() < until; turn += callers) {
      const buyer = buyers[turn % buyers.length];
      if (buyer === undefined) return;
      let asked = performance.now();
      // The captcha token is got by the page before anybody presses the button.
      niceIds.push(await create(buyer, () => (asked = performance.now())));
      latencies.push(performance.now() - asked);
    }
  });
  await Promise.race([Promise.all(all), sleep((duration + answerWithinSeconds) * 1000, undefined, { ref: false })]);
  const perSecond = (niceIds.length * 1000) / (performance.now() - started);
  if (niceIds.length === 0) throw new Error(`No order was made within ${duration + answerWithinSeconds} s.`);
  return { perSecond, latencies: latencies.toSorted((left, right) => left - right), niceIds: [...niceIds] };
}

/** @returns how many of the orders were credited in time */
async function waitUntilCredited(databaseUrl: string, niceIds: readonly string[]): Promise<number> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    for (const deadline = performance.now() + creditWithinSeconds * 1000; ; await sleep(250)) {
      const { rowCount } = await database.query(
        'select from card_payments join orders using (order_id) where nice_id = any($1) and credited_at is not null',
        [niceIds],
      );
      const credited = rowCount ?? 0;
      if (credited === niceIds.length || performance.now() > deadline) return credited;
    }
  } finally {
    await database.end();
  }
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
