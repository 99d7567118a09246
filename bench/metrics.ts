import { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { ProductClient } from '@causeway/testing/product-client';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Row } from './print-rows.ts';

const orders = 300_000;
const goalMs = 20;
const readings = 60;
/** As often as a Prometheus asks at most; the watch of the ages beside it goes on. */
const pauseMs = 100;

/** Where the measured product is. */
export interface MetricsBench {
  productUrl: string;
  sandboxUrl: string;
  databaseUrl: string;
}

/**
 * What reading `/metrics` takes with so many orders in the database: one in a hundred still waits, the others have
 * ended. The rows are copies of one order that was really made.
 */
export async function benchMetrics({ productUrl, sandboxUrl, databaseUrl }: MetricsBench): Promise<Row[]> {
  const driver = new SandboxDriver(sandboxUrl);
  const client = new ProductClient(productUrl, driver);
  await client.register();
  const niceId = await client.placeOrder({
    payin_currency: 'EUR',
    payin_group: 'card',
    payin_amount: '31',
    payout_currency: 'BTC',
    payout_group: 'bitcoin',
    is_floating_rate: '0',
    is_agree_rate: '1',
    is_agree_name: '1',
    dst_address: await driver.outsideAddress('bitcoin'),
  });
  await copyOrder(databaseUrl, niceId);
  await readMetrics(productUrl);
  const took: number[] = [];
  for (let count = 0; count < readings; count += 1) {
    took.push(await readMetrics(productUrl));
    await sleep(pauseMs);
  }
  const sorted = took.toSorted((left, right) => left - right);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return [
    { name: 'orders in the database', value: String(orders), unit: '' },
    { name: 'reading /metrics, least', value: at(0).toFixed(1), unit: 'ms' },
    {
      name: 'reading /metrics, p50',
      value: at(0.5).toFixed(1),
      unit: 'ms',
      goal: `at most ${goalMs}`,
      isMet: at(0.5) <= goalMs,
    },
    { name: 'reading /metrics, p95', value: at(0.95).toFixed(1), unit: 'ms' },
  ];
}

async function readMetrics(productUrl: string): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(`${productUrl}/metrics`);
  const text = await answer.text();
  const took = performance.now() - startedAt;
  if (!/^orders\{status="finished"\} [1-9]/m.test(text)) throw new Error('The metrics do not tell of the orders.');
  return took;
}

/** Copies of an order without what its price was made of, by the owner. */
async function copyOrder(databaseUrl: string, niceId: string): Promise<void> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    await database.query('begin');
    // Past the triggers: what they would have written is written once, at the end.
    await database.query('set local session_replication_role = replica');
    await database.query(
      `create temp table made on commit drop as
       select number, gen_random_uuid() as order_id, gen_random_uuid() as quote_id,
         case when number % 100 = 0 then 'payin_pending' when number % 10 = 1 then 'expired' else 'finished' end as status,
         now() - number * interval '2 minutes' as created_at
       from generate_series(1, $1) as number`,
      [orders],
    );
    await database.query(
      `insert into quotes select copied.*
       from quotes quote join orders using (quote_id) cross join made
         cross join lateral jsonb_populate_record(quote, jsonb_build_object('quote_id', made.quote_id, 'pricing', '{}'::jsonb)) as copied
       where orders.nice_id = $1`,
      [niceId],
    );
    await database.query(
      // A row by itself: written as (…).* the function would be called for each column of each row.
      `insert into orders select copied.*
       from orders template cross join made
         cross join lateral jsonb_populate_record(template, jsonb_build_object(
           'pricing', '{}'::jsonb, 'order_id', made.order_id, 'quote_id', made.quote_id, 'nice_id', 'BENCH' || made.number, 'number', made.number,
           'status', made.status, 'created_at', made.created_at,
           'finished_at', case when made.status = 'payin_pending' then null else made.created_at end)) as copied
       where template.nice_id = $1`,
      [niceId],
    );
    await database.query(
      `insert into ended_orders select status, count(*) from made where status <> 'payin_pending' group by status
       on conflict (status) do update set count = ended_orders.count + excluded.count`,
    );
    await database.query('commit');
    await database.query('analyze');
  } finally {
    await database.end();
  }
}
