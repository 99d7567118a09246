import { randomUUID } from 'node:crypto';
import pg from 'pg';

const seconds = 5;

/** Transactions per second that only insert, over so many statements and from so many callers. */
export async function bareTransactions(databaseUrl: string, statements: number, callers: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: callers }).on('error', () => {});
  try {
    await pool.query('create table if not exists bench_rows (row_id uuid primary key, body text not null)');
    let count = 0;
    const started = performance.now();
    const until = started + seconds * 1000;
    const call = async () => {
      while (performance.now() < until) {
        await bareTransaction(pool, statements);
        count += 1;
      }
    };
    await Promise.all(Array.from({ length: callers }, call));
    return (count * 1000) / (performance.now() - started);
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
