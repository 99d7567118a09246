import { randomUUID } from 'node:crypto';
import { ProductClient } from '@causeway/testing/product-client';
import { SandboxDriver } from '@causeway/testing/sandbox-driver';
import pg from 'pg';
import type { Row } from './print-rows.ts';

const clients = 8;
const ordersEach = 12;

/** Orders per second over HTTP beside a bare SQL transaction of as many statements on the same database. */
export async function benchOrders(
  productUrl: string,
  sandboxUrl: string,
  databaseUrl: string,
  countStatements: () => number,
): Promise<Row[]> {
  const sandbox = new SandboxDriver(sandboxUrl);
  const address = await sandbox.outsideAddress('bitcoin');
  const buyers = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new ProductClient(productUrl, sandbox);
      await client.register();
      return client;
    }),
  );
  const before = countStatements();
  const started = performance.now();
  await Promise.all(
    buyers.map(async (buyer) => {
      for (let order = 0; order < ordersEach; order += 1) await buyer.createOrder(address, '31');
    }),
  );
  const perSecond = (clients * ordersEach * 1000) / (performance.now() - started);
  const statements = Math.round((countStatements() - before) / (clients * ordersEach));
  const floor = await bareTransactions(databaseUrl, statements);
  return [
    { name: 'orders created per second', value: perSecond.toFixed(1), unit: '/s' },
    { name: 'statements an order, jobs and reads included', value: String(statements), unit: '' },
    { name: 'orders, share of bare SQL transactions', value: (perSecond / floor).toFixed(3), unit: '×' },
  ];
}

/** Transactions per second that do nothing but insert: the same number of statements, the same number of callers. */
async function bareTransactions(databaseUrl: string, statements: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: clients });
  try {
    await pool.query('create table if not exists bench_rows (row_id uuid primary key, body text not null)');
    const rounds = 25;
    const started = performance.now();
    await Promise.all(
      Array.from({ length: clients }, async () => {
        for (let round = 0; round < rounds; round += 1) await bareTransaction(pool, statements);
      }),
    );
    return (clients * rounds * 1000) / (performance.now() - started);
  } finally {
    await pool.query('drop table if exists bench_rows');
    await pool.end();
  }
}

async function bareTransaction(pool: pg.Pool, statements: number): Promise<void> {
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    for (let statement = 2; statement < statements; statement += 1)
      await connection.query('insert into bench_rows values ($1, $2)', [randomUUID(), 'bare']);
    await connection.query('commit');
  } finally {
    connection.release();
  }
}
