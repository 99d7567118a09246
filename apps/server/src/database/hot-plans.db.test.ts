import { encodeForm, type FormValues } from '@causeway/contract/wire/encode-form';
import { type DatabaseGrowth, openGrowth, steadyTables } from '@causeway/testing/grow-database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createApi } from '../app.ts';
import type { AppContext } from '../context.ts';
import { type PlanStep, explainStatement, listenToStatements, rowsRead } from './fixtures/explain-statement.ts';
import { isRecurring, keepRecurring } from '../jobs/create-queue.ts';
import { drainJobs } from '../jobs/drain-jobs.ts';
import { wakeWorkers } from '../jobs/wake-workers.ts';
import { buildBootData } from '../pages/build-boot-data.ts';
import { openOrderWorld } from '../modules/orders/fixtures/open-order-world.ts';
import { payByTransfer } from '../modules/bank-payins/fixtures/pay-by-transfer.ts';
import { allJobs } from '../worker.ts';

/** What has ended is there so many times, and then all, what is open too: nothing that reads all of it can hide. */
const endedCopies = 2000;
const openCopies = 700;
/** Pages of a sweep have 500 rows. */
const readMost = 1250;

const world = await openOrderWorld({ connections: 3, hasBooks: false });
const client = await world.signInClient();
const owner = new pg.Client({ connectionString: world.ownerUrl });
const asked = new Map<string, { work: string; parameters: readonly unknown[] }>();
let doing = '';

/** The context, with each statement written down that is not there yet, by its text. */
function listenTo(context: AppContext): AppContext {
  const db = listenToStatements(context.db, (sql, parameters) => {
    if (doing !== '' && !asked.has(sql)) asked.set(sql, { work: doing, parameters });
  });
  return {
    ...context,
    db,
    recent: { read: async (work) => work(db) },
    config: { ...context.config, RATE_LIMIT: 'off' },
  };
}

const placed = z.looseObject({ order_id: z.string(), errors: z.array(z.looseObject({ code: z.string() })) });
const bought = { payin_currency: 'EUR', payin_group: 'card', payin_amount: '100', is_floating_rate: '1' };
const coins = { payout_currency: 'BTC', payout_group: 'bitcoin' };
const tokens = { payout_currency: 'USDT', payout_group: 'ethereum' };
const sold = {
  payin_currency: 'BTC',
  payin_group: 'bitcoin',
  payin_amount: '0.002',
  payout_currency: 'EUR',
  payout_group: 'sepa',
  iban: 'DE89370400440532013000',
  beneficiary_account: 'Ada Lovelace',
  dst_address: '',
};

/** Orders of each kind that have ended, and one of each that waits for money and for its payout. */
async function trade(context: AppContext): Promise<DatabaseGrowth> {
  let ended: DatabaseGrowth | undefined;
  const app = await createApi(context);
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-authorization': `Bearer ${client.access}`,
  };
  const call = async (name: string, url: string, fields: FormValues): Promise<unknown> => {
    doing = name;
    const answer = await app.inject({ method: 'POST', url, headers, payload: encodeForm(fields).toString() });
    doing = '';
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`);
    return JSON.parse(answer.body);
  };
  const get = async (name: string, url: string): Promise<void> => {
    doing = name;
    const answer = await app.inject({ method: 'GET', url, headers });
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`);
  };
  const jobs = allJobs.map((job) => ({
    ...job,
    run: async (own: AppContext, payloads: readonly unknown[]) => {
      doing = `the job ${job.definition.name}`;
      return job.run(own, payloads).finally(() => {
        doing = '';
      });
    },
  }));
  const jobContext = { ...listenTo(world.jobContext), jobs: context.jobs };
  const work = async () => void (await drainJobs(jobContext, world.boss, jobs, { isEarly: true }));
  const order = async (form: FormValues): Promise<string> => {
    const chain = form['payout_group'] === 'ethereum' ? 'ethereum' : 'bitcoin';
    const answer = placed.parse(
      await call('order creation', '/onramp/o/new', {
        is_agree_rate: '1',
        is_agree_name: '1',
        dst_address: await world.sandbox.outsideAddress(chain),
        'g-recaptcha-response': await world.sandbox.captchaToken('order'),
        ...form,
      }),
    );
    if (answer.order_id === '') throw new Error(JSON.stringify(answer.errors));
    return answer.order_id;
  };
  const pay = async (niceId: string) => world.sandbox.settlePayment(await world.paymentOf(niceId), 'approved', 0);

  for (const isLast of [false, true]) {
    const made = [
      await order({ ...bought, ...coins }),
      await order({ ...bought, ...tokens }),
      await order({ ...bought, ...coins, payin_group: 'sepa' }),
      await order({ ...sold }),
    ] as const;
    await work();
    const [card, token, bank, sale] = made;
    await pay(card);
    await pay(token);
    await payByTransfer(world, bank, '100');
    const address = z.string().parse((await world.read(sale, client.access))['crypto_address']);
    await world.sandbox.send('bitcoin', { address, amount: '0.002' });
    await work();
    // What is still on its way is followed by jobs and scans.
    if (isLast) break;
    for (let block = 0; block < 2; block += 1) {
      await world.sandbox.mine('bitcoin', 6);
      await world.sandbox.mine('ethereum', 12);
      await work();
    }
    ended = await openGrowth(world.ownerUrl, { days: 700, hasJobs: false });
  }
  const waiting = [
    await order({ ...bought, ...coins }),
    await order({ ...bought, ...coins, payin_group: 'sepa' }),
    await order({ ...sold }),
  ];
  await work();
  const query = new URLSearchParams({ ...bought, ...coins }).toString();
  await get('calculation', `/onramp/calc?${query}`);
  for (const niceId of waiting) await call('poll of an order', `/onramp/o/${niceId}`, {});
  await call('transactions', '/transactions', {});
  await call('search of transactions', '/transactions', {
    status: 'finished',
    payin_currency: 'EUR',
    timeFrom: '2020-01-01',
  });
  await call('history of the balance', '/balance/history', {});
  await call('balance', '/balance', {}).catch(() => {});
  await call('notifications', '/notifications', {});
  await get('config', '/onramp/config');
  doing = 'boot page';
  const page = {
    language: 'en',
    isLanguageNamed: false,
    path: `/order/${waiting[0]}`,
    query: '',
    fields: {},
    isAlone: true,
    ip: '',
  } as const;
  await buildBootData(context, { isFirstScreenText: () => true, script: '' }, page);
  doing = 'a look of the workers';
  const [job] = allJobs;
  const recurring = allJobs.map(({ definition }) => definition).filter(isRecurring);
  await keepRecurring(context, recurring);
  const wakes = new Map(
    allJobs.map(({ definition }) => [definition.name, () => world.boss.notifyWorker(definition.name)]),
  );
  wakeWorkers(context, world.boss, { wakes, recurring: [] });
  await vi.waitUntil(() => [...asked.keys()].some((sql) => sql.includes('order by start_after')));
  doing = 'the claim of jobs';
  const claim = {
    executeSql: (text: string, values: unknown[] = []) => {
      asked.set(text, { work: doing, parameters: values });
      return owner.query(text, values);
    },
  };
  await world.boss.fetch(job?.definition.name ?? '', { batchSize: 25, includeMetadata: true, db: claim });
  doing = '';
  await app.close();
  if (ended === undefined) throw new Error('Nothing has ended.');
  return ended;
}

beforeAll(async () => {
  await owner.connect();
  await world.fundWallet('2');
  await world.fundWallet('20', 'ETH');
  await world.fundWallet('50000', 'USDT');
  const ended = await trade(listenTo(world.context));
  const all = await openGrowth(world.ownerUrl, { days: 700, hasJobs: true });
  await ended.add(endedCopies);
  await all.add(openCopies);
  await Promise.all([ended.close(), all.close()]);
}, 300_000);
afterAll(() => owner.end());

/** The table of a step, of a partition the table that it is a part of; none where it grows with nothing. */
function growingTable(step: PlanStep): string | undefined {
  const table = step['Relation Name']?.replace(/_(\d{4}_\d{2}|default)$/, '');
  return table === undefined || steadyTables.includes(table) ? undefined : table;
}

async function findFaults(sql: string, parameters: readonly unknown[]): Promise<string[]> {
  await owner.query('begin');
  try {
    // With this a table is read whole only where no index leads to its rows.
    await owner.query('set local enable_seqscan = off');
    const planned = await explainStatement(owner, { sql, parameters, analyze: false });
    const whole = planned.filter((step) => step['Node Type'] === 'Seq Scan');
    await owner.query('set local enable_seqscan = on');
    // As disks of today are; a table of some megabytes would rather be read whole otherwise.
    await owner.query('set local random_page_cost = 1.1');
    await owner.query('savepoint tried');
    const steps = await explainStatement(owner, { sql, parameters, analyze: true }).catch(async () => {
      // What it would write is there already.
      await owner.query('rollback to tried');
      return explainStatement(owner, { sql, parameters, analyze: false });
    });
    const many = steps.filter((step) => rowsRead(step) > readMost);
    const faults = [
      ...whole.map((step) => ({ step, fault: 'is read whole' })),
      ...many.map((step) => ({ step, fault: `gives ${rowsRead(step)} rows` })),
    ];
    return faults.flatMap(({ step, fault }) =>
      growingTable(step) === undefined ? [] : [`${growingTable(step)} ${fault}`],
    );
  } finally {
    await owner.query('rollback');
  }
}

describe('no statement gets slower with the number of orders', () => {
  test('each statement of the hot calls and jobs reads its rows by an index, and a page of them at most', async () => {
    const faults: string[] = [];
    for (const [sql, { work, parameters }] of asked) {
      if (!/^\s*(?:select|insert|update|delete|with)\b/i.test(sql)) continue;
      for (const fault of await findFaults(sql, parameters))
        faults.push(`${work}: ${fault}: ${sql.replaceAll(/\s+/g, ' ')}`);
    }
    expect(asked.size).toBeGreaterThan(150);
    expect(faults).toEqual([]);
  });
});
