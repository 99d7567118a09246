import { encodeForm, type FormValues } from '@causeway/contract/wire/encode-form';
import { emptyLists, fillLists } from '@causeway/testing/fill-lists';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createApi } from '../../app.ts';
import {
  type PlanStep,
  explainStatement,
  listenToStatements,
  rowsRead,
} from '../../database/fixtures/explain-statement.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';

/** So many rows of one client are enough to see what a page reads of them. */
const rowCount = 20_000;
/** What a page and what is counted of a list come to, of two kinds of movement. */
const readMost = 2100;
const lists = ['balance_operations', 'orders', 'notifications', 'referral_statement', 'referral_payouts'];

const world = await openOrderWorld();
const client = await world.signInClient();
const owner = new pg.Client({ connectionString: world.ownerUrl });
const asked: { sql: string; parameters: readonly unknown[] }[] = [];
let app: Awaited<ReturnType<typeof createApi>>;
let orderCursor = '';
let notificationCursor = '';

beforeAll(async () => {
  const { order } = await world.buy(client.access);
  await owner.connect();
  await fillLists(world.ownerUrl, { client, niceId: order.nice_id, rows: rowCount });
  const db = listenToStatements(world.context.db, (sql, parameters) => asked.push({ sql, parameters }));
  const config = { ...world.context.config, RATE_LIMIT: 'off' as const };
  app = await createApi({ ...world.context, db, recent: { read: async (work) => work(db) }, config });
  orderCursor = z.object({ next_page: z.string() }).parse(await read('/transactions', {})).next_page;
  notificationCursor = z.object({ next_page_id: z.string() }).parse(await read('/notifications', {})).next_page_id;
});
afterAll(async () => {
  await emptyLists(world.ownerUrl, client);
  await owner.end();
});

async function read(url: string, fields: FormValues): Promise<unknown> {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-authorization': `Bearer ${client.access}`,
  };
  const response = await app.inject({ method: 'POST', url, headers, payload: encodeForm(fields).toString() });
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}: ${response.body}`);
  return JSON.parse(response.body);
}

/** Every step of every statement that a call sent, as the database carried it out. */
async function stepsOf(url: string, fields: FormValues): Promise<PlanStep[]> {
  asked.length = 0;
  await read(url, fields);
  const steps: PlanStep[] = [];
  for (const { sql, parameters } of asked) {
    if (!lists.some((name) => sql.includes(name))) continue;
    steps.push(...(await explainStatement(owner, { sql, parameters, analyze: true })));
  }
  expect(steps.length).toBeGreaterThan(0);
  return steps;
}

const last = String(rowCount - 10);
const middle = String(rowCount / 2);
const pages: [string, string, () => FormValues][] = [
  ['operations', '/balance/history', () => ({})],
  ['operations in the middle', '/balance/history', () => ({ start: middle })],
  ['the last operations', '/balance/history', () => ({ start: last })],
  ['operations of a range of days', '/balance/history', () => ({ timeFrom: '2020-01-10', timeTo: '2022-12-31' })],
  ['operations of a type', '/balance/history', () => ({ type: 'deposit', start: '900' })],
  ['operations of a type that there is none of', '/balance/history', () => ({ type: 'affiliate' })],
  ['operations of a status', '/balance/history', () => ({ status: 'finished' })],
  ['orders', '/transactions', () => ({})],
  ['orders further on', '/transactions', () => ({ page: orderCursor })],
  ['notifications', '/notifications', () => ({})],
  ['notifications further on', '/notifications', () => ({ page_id: notificationCursor })],
  ['rewards', '/referral/statement', () => ({})],
  ['rewards in the middle', '/referral/statement', () => ({ start: middle })],
  ['rewards of a range of days', '/referral/statement', () => ({ timeFrom: '2020-01-10', start: middle })],
  ['the last payouts of rewards', '/referral/payouts', () => ({ start: last })],
];

describe('3-50, 3-53, 3-55, 3-56 a page of a long list', () => {
  test.each(pages)('of %s is read by an index, and no more than is shown', async (_name, url, fieldsOf) => {
    for (const step of await stepsOf(url, fieldsOf())) {
      const relation = step['Relation Name'] ?? '';
      if (lists.includes(relation) && (step['Actual Loops'] ?? 0) > 0)
        expect(step['Node Type'], relation).not.toBe('Seq Scan');
      const rows = rowsRead(step);
      expect(rows, `${step['Node Type']} ${relation}`).toBeLessThanOrEqual(readMost);
    }
  });

  test('A-111, A-115 has all rows of the list, each once, whichever page they are on', async () => {
    const listed = z.object({ data: z.array(z.object({ created_at: z.int() })), records_total: z.int() });
    for (const url of ['/balance/history', '/referral/statement', '/referral/payouts']) {
      const times: number[] = [];
      const { records_total: total } = listed.parse(await read(url, { length: '1' }));
      for (let start = total - 300; start < total; start += 100)
        times.push(
          ...listed.parse(await read(url, { start: String(start), length: '100' })).data.map((row) => row.created_at),
        );
      expect(times, url).toHaveLength(300);
      expect(times, url).toEqual(times.toSorted((left, right) => right - left));
      expect(new Set(times).size, url).toBe(300);
      expect(listed.parse(await read(url, { start: String(total) })).data, url).toEqual([]);
    }
  });
});
