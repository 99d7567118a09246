import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { openGrowth } from '@causeway/testing/grow-database';
import { ProductClient } from '@causeway/testing/product-client';
import { SandboxDriver } from '@causeway/testing/sandbox-driver';
import pg from 'pg';
import { z } from 'zod';
import { KeepAliveClient } from './keep-alive-client.ts';
import { OrderBuyer } from './order-buyer.ts';
import type { Row } from './print-rows.ts';

/** Orders in the database; the larger ones where the disk has room for twice as much as they take, and is asked for. */
const sizes = [1000, 100_000, 1_000_000, 10_000_000];
const most = Number(process.env['GROWTH_MOST'] ?? 1_000_000);
const bytesAnOrder = 15_000;
const ratioMost = 1.3;
const warmUp = 50;
const readings = 200;
/** So that none reaches the monthly limit. */
const buyerCount = 12;
const templates = 10;
const days = 700;

export interface GrowthBench {
  productUrl: string;
  sandboxUrl: string;
  databaseUrl: string;
  /** Where coins for the hot wallet go. */
  walletAddress: string;
  /** From then on no job runs: the copies have no ledger behind them, and jobs would look into that. */
  stopJobs(): Promise<void>;
}

const price = { payin_currency: 'EUR', payin_group: 'card', payin_amount: '31', is_floating_rate: '0' };
const form = { 'content-type': 'application/x-www-form-urlencoded', 'x-requested-with': 'XMLHttpRequest' };

/**
 * The calls of a purchase while the database grows: finished orders are copied with all that belongs to them, spread
 * over two years. Beside the times, how many pages of tables and indexes a call reads: that counts the same on a busy
 * machine.
 */
export async function benchGrowth(bench: GrowthBench): Promise<Row[]> {
  const { productUrl, sandboxUrl, databaseUrl } = bench;
  const driver = new SandboxDriver(sandboxUrl);
  const clients = { product: new KeepAliveClient(productUrl), sandbox: new KeepAliveClient(sandboxUrl) };
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.on('error', () => {}).connect();
  try {
    const address = await driver.outsideAddress('bitcoin');
    await makeTemplates(bench, database, await OrderBuyer.register({ productUrl, driver }, clients, address));
    const reader = new ProductClient(productUrl, driver);
    await reader.register();
    const niceId = await reader.createOrder(address, '31');
    const buyers: ProductClient[] = [];
    for (let count = 0; count < buyerCount; count += 1) {
      const buyer = new ProductClient(productUrl, driver);
      await buyer.register();
      buyers.push(buyer);
    }
    await bench.stopJobs();
    const growth = await openGrowth(databaseUrl, { days, hasJobs: false });
    const found: Reading[][] = [];
    const reached = await affordable();
    try {
      for (const [place, size] of reached.entries()) {
        await growth.add(Math.ceil((size - (reached[place - 1] ?? 0)) / templates));
        // Growing takes longer than an access token is good for.
        for (const client of [reader, ...buyers]) await client.renew();
        const ready = buyers.map((one) => new OrderBuyer(clients.product, clients.sandbox, one.access, address));
        found.push(await measure(database, callsOf(clients.product, reader, { niceId, buyers: ready })));
      }
    } finally {
      await growth.close();
    }
    return reached.flatMap((size, place) => rowsOf(size, found[place] ?? [], found[0] ?? []));
  } finally {
    for (const client of Object.values(clients)) client.close();
    await database.end();
  }
}

async function affordable(): Promise<number[]> {
  const { bavail, bsize } = await statfs(tmpdir());
  return sizes.filter((size) => size <= most && size * bytesAnOrder * 2 < bavail * bsize);
}

/** Purchases that are paid, sent and confirmed. */
async function makeTemplates({ sandboxUrl, walletAddress }: GrowthBench, database: pg.Client, buyer: OrderBuyer) {
  const driver = new SandboxDriver(sandboxUrl);
  for (let output = 0; output < templates; output += 1)
    await driver.send('bitcoin', { address: walletAddress, amount: '1' });
  await driver.mine('bitcoin', 6);
  for (let count = 0; count < templates; count += 1) await buyer.pay(await buyer.order());
  for (const deadline = Date.now() + 300_000; Date.now() < deadline; await sleep(1000)) {
    await driver.mine('bitcoin', 2);
    const { rows } = await database.query(`select count(*)::int as count from orders where status = 'finished'`);
    if (z.tuple([z.object({ count: z.int() })]).parse(rows)[0].count >= templates) return;
  }
  throw new Error('The orders that are to be copied did not finish.');
}

interface Call {
  name: string;
  make: () => Promise<unknown>;
}

function callsOf(
  product: KeepAliveClient,
  reader: ProductClient,
  { niceId, buyers }: { niceId: string; buyers: readonly OrderBuyer[] },
): Call[] {
  let turn = 0;
  const headers = { ...form, 'x-authorization': `Bearer ${reader.access}` };
  const query = new URLSearchParams({ ...price, payout_currency: 'BTC', payout_group: 'bitcoin' }).toString();
  const search = new URLSearchParams({
    status: 'payin_pending',
    payin_currency: 'EUR',
    timeFrom: '2020-01-01',
  }).toString();
  return [
    { name: 'calculation', make: () => product.get(`/onramp/calc?${query}`, headers) },
    { name: 'boot page', make: () => product.read('/') },
    { name: 'creation of an order', make: () => buyers[(turn += 1) % buyers.length]?.order() ?? Promise.resolve() },
    { name: 'poll of an order', make: () => product.post(`/onramp/o/${niceId}`, '', headers) },
    { name: 'transactions', make: () => product.post('/transactions', '', headers) },
    { name: 'search of transactions', make: () => product.post('/transactions', search, headers) },
  ];
}

interface Reading {
  name: string;
  p50: number;
  p99: number;
  pages: number;
}

/** One call after the other in turn; what a creation takes is the call itself, without what its page did before. */
async function measure(database: pg.Client, calls: readonly Call[]): Promise<Reading[]> {
  const found: Reading[] = [];
  for (const { name, make } of calls) {
    for (let turn = 0; turn < warmUp; turn += 1) await make();
    const before = await readPages(database);
    const times: number[] = [];
    for (let turn = 0; turn < readings; turn += 1) {
      const began = performance.now();
      const answer = await make();
      times.push(made.safeParse(answer).data?.creationMs ?? performance.now() - began);
    }
    const pages = sumPages(before, await readPages(database)) / readings;
    const sorted = times.toSorted((left, right) => left - right);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    found.push({ name, p50: at(0.5), p99: at(0.99), pages });
  }
  return found;
}

const made = z.object({ creationMs: z.number() });

const statements = z.array(z.object({ id: z.string(), calls: z.number(), pages: z.number() }));
type Statements = z.output<typeof statements>;

async function readPages(database: pg.Client): Promise<Statements> {
  await database.query('create extension if not exists pg_stat_statements');
  const { rows } = await database.query(
    `select queryid::text as id, sum(calls)::float8 as calls, sum(shared_blks_hit + shared_blks_read)::float8 as pages
     from pg_stat_statements group by queryid`,
  );
  return statements.parse(rows);
}

/** Of the statements that each call sends; what the server does beside them is its own. */
function sumPages(before: Statements, after: Statements): number {
  const known = new Map(before.map((one) => [one.id, one]));
  return after.reduce((sum, { id, calls, pages }) => {
    const made = calls - (known.get(id)?.calls ?? 0);
    return made < readings ? sum : sum + pages - (known.get(id)?.pages ?? 0);
  }, 0);
}

function rowsOf(size: number, found: readonly Reading[], first: readonly Reading[]): Row[] {
  return found.flatMap(({ name, p50, p99, pages }, place) => {
    const one = first[place];
    const times = [
      { name: `${name} at ${size} orders, p50`, value: p50.toFixed(2), unit: 'ms' },
      { name: `${name} at ${size} orders, p99`, value: p99.toFixed(2), unit: 'ms' },
      { name: `${name} at ${size} orders, pages of the database`, value: pages.toFixed(1), unit: '' },
    ];
    if (one === undefined || one.p99 === p99) return times;
    const ratios = { p50: p50 / one.p50, p99: p99 / one.p99, pages: pages / Math.max(1, one.pages) };
    return [
      ...times,
      ...Object.entries(ratios).map(([what, ratio]) => ({
        name: `${name}, ${what}, ${size} beside ${sizes[0]}`,
        value: ratio.toFixed(2),
        unit: '×',
        ...(what !== 'pages' && { goal: `at most ${ratioMost}`, isMet: ratio <= ratioMost }),
      })),
    ];
  });
}
