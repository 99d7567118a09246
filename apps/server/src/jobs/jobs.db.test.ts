import { createTestDatabase } from '@causeway/testing/create-test-database';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from 'kysely';
import { z } from 'zod';
import { readConfig } from '../config/config.ts';
import type { AppContext } from '../context.ts';
import { createContext } from '../create-context.ts';
import { createLog } from '../log.ts';
import { clearRecoveredJobs, alarmDeadJob } from '../modules/alarms/raise-alarm.ts';
import { postWebhook } from '../providers/post-webhook.ts';
import { bindJob } from './bind-job.ts';
import { createJobQueue } from './create-job-queue.ts';
import { createQueue, keepRecurring } from './create-queue.ts';
import { drainJobs } from './drain-jobs.ts';
import { deadJob, defineJob } from './define-job.ts';
import { runAlone } from './run-alone.ts';
import { runBatch, runJobs } from './run-jobs.ts';

const database = await createTestDatabase();
const opened = await createContext(
  readConfig({ ROLE: 'web', LOG_LEVEL: 'silent', SANDBOX_URL: 'http://127.0.0.1:9' }),
  createLog('silent'),
  database.url,
);
const { boss } = opened;
const context: AppContext = opened.context;
afterAll(() => opened.stop());

const greetJob = defineJob({
  name: 'greet',
  payload: z.object({ name: z.string() }),
  retries: 1,
  retrySeconds: 1,
  retryMaxSeconds: 1,
});
const greeted: string[] = [];
const greet = bindJob(greetJob, async (_context, { name }) => {
  greeted.push(name);
  if (name.startsWith('fail')) throw new Error('it went wrong');
});
const dead = bindJob(deadJob, alarmDeadJob);
beforeAll(() => createQueue(boss, greetJob));
beforeEach(() => void greeted.splice(0));

describe('putting a job in', () => {
  test('a transaction that is rolled back leaves no job, one that commits leaves one', async () => {
    await expect(
      context.db.transaction().execute(async (trx) => {
        await context.jobs.enqueue(trx, greetJob, { name: 'never' });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await context.db.transaction().execute((trx) => context.jobs.enqueue(trx, greetJob, { name: 'once' }));
    await drainJobs(context, boss, [greet]);
    expect(greeted).toEqual(['once']);
  });

  test('one waits for one key, however many ask at once; without a key each is its own', async () => {
    const ask = (name: string, singletonKey?: string) =>
      context.jobs.enqueue(context.db, greetJob, { name }, singletonKey === undefined ? {} : { singletonKey });
    await Promise.all(Array.from({ length: 10 }, () => ask('keyed', 'same')));
    await Promise.all([ask('free'), ask('free')]);
    await drainJobs(context, boss, [greet]);
    expect(greeted.toSorted()).toEqual(['free', 'free', 'keyed']);
    await ask('keyed', 'same');
    await drainJobs(context, boss, [greet]);
    expect(greeted).toHaveLength(4);
  });

  test('a job waits for its time', async () => {
    await context.jobs.enqueue(context.db, greetJob, { name: 'later' }, { startAfter: new Date(Date.now() + 60_000) });
    await drainJobs(context, boss, [greet]);
    expect(greeted).toEqual([]);
    await drainJobs(context, boss, [greet], { isEarly: true });
    expect(greeted).toEqual(['later']);
  });
});

describe('the queues of a server that starts', () => {
  const start = async (definition: typeof greetJob) => {
    const made = vi.spyOn(PgBoss.prototype, 'createQueue');
    const changed = vi.spyOn(PgBoss.prototype, 'updateQueue');
    const url = database.url;
    const queue = await createJobQueue({ url, log: context.log, isWorker: false, definitions: [definition] });
    await queue.queue.enqueue(context.db, definition, { name: 'after a start' });
    await queue.stop();
    const { retryLimit } = (await boss.getQueue(definition.name)) ?? {};
    const calls = [made.mock.calls.length, changed.mock.calls.length];
    vi.restoreAllMocks();
    return { calls, retryLimit };
  };

  test('are made once, and changed when a later version has other settings', async () => {
    const waveJob = { ...greetJob, name: 'wave' };
    // The queue of dead jobs is there.
    expect(await start(waveJob)).toEqual({ calls: [1, 1], retryLimit: 1 });
    expect(await start(waveJob)).toEqual({ calls: [0, 0], retryLimit: 1 });
    expect(await start({ ...waveJob, retries: 5 })).toEqual({ calls: [1, 1], retryLimit: 5 });
    const wave = bindJob(waveJob, async (_context, { name }) => void greeted.push(name));
    await drainJobs(context, boss, [wave]);
    expect(greeted).toEqual(['after a start', 'after a start', 'after a start']);
  });
});

describe('a job that fails', () => {
  test('is tried again, then given up with an alarm', async () => {
    await context.jobs.enqueue(context.db, greetJob, { name: 'fail' }, { singletonKey: 'order-7' });
    await drainJobs(context, boss, [greet], { isEarly: true });
    await drainJobs(context, boss, [greet], { isEarly: true });
    await drainJobs(context, boss, [dead]);
    expect(greeted).toEqual(['fail', 'fail']);
    const alarm = await context.db
      .selectFrom('alarms')
      .select(['kind', 'subject', 'details'])
      .executeTakeFirstOrThrow();
    expect(alarm.kind).toBe('job_dead');
    expect(alarm.subject).toMatch(/^greet ./);
    expect(JSON.stringify(alarm.details)).toContain('it went wrong');
  });

  test('is an alarm until one of the same name and key is done', async () => {
    const openAlarms = async () => {
      await clearRecoveredJobs(context);
      const alarms = await context.db.selectFrom('alarms').select('subject').where('clearedAt', 'is', null).execute();
      return alarms.map(({ subject }) => subject);
    };
    await context.jobs.enqueue(context.db, greetJob, { name: 'fine' }, { singletonKey: 'order-8' });
    await drainJobs(context, boss, [greet], { isEarly: true });
    expect(await openAlarms()).toEqual(['greet order-7']);
    await context.jobs.enqueue(context.db, greetJob, { name: 'fine' }, { singletonKey: 'order-7' });
    await drainJobs(context, boss, [greet], { isEarly: true });
    expect(await openAlarms()).toEqual([]);
  });

  test('does not take the jobs beside it along', async () => {
    for (const name of ['good', 'fail', 'fine']) await context.jobs.enqueue(context.db, greetJob, { name });
    await drainJobs(context, boss, [greet]);
    expect(greeted.filter((name) => name !== 'fail').toSorted()).toEqual(['fine', 'good']);
  });
});

describe('a worker', () => {
  test('takes jobs up within a second, and ends what it does before it stops', async () => {
    const worker = await createJobQueue({
      url: database.url,
      log: createLog('silent'),
      isWorker: true,
      definitions: [],
    });
    const slowJob = defineJob({ ...greetJob, name: 'slow' });
    let done = 0;
    const slow = bindJob(slowJob, async () => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      done += 1;
    });
    const pulseJob = defineJob({ ...greetJob, name: 'pulse', payload: z.object({}), everySeconds: 1 });
    let pulses = 0;
    const pulse = bindJob(pulseJob, async () => void (pulses += 1));
    await runJobs(context, worker.boss, [greet, slow, pulse]);
    await context.jobs.enqueue(context.db, greetJob, { name: 'quick' });
    await expect.poll(() => greeted, { timeout: 1500 }).toContain('quick');
    await expect.poll(() => pulses, { timeout: 5000 }).toBeGreaterThan(1);
    await context.jobs.enqueue(context.db, slowJob, { name: 'x' });
    await new Promise((resolve) => setTimeout(resolve, 600));
    await worker.stop();
    expect(done).toBe(1);
  });
});

describe('a job that posts to an address which a stranger chose', () => {
  const post = async () => {
    await postWebhook({ url: 'http://127.0.0.1:9', headers: {}, body: '', isPrivateAllowed: true });
  };

  test('is refused where others wait for it, whatever queue it is', async () => {
    const shared = bindJob(defineJob({ ...greetJob, name: 'shared' }), post);
    const apart = bindJob(defineJob({ ...greetJob, name: 'apart', reachesStrangers: true }), post);
    const run = async (job: typeof shared) => {
      const { name } = job.definition;
      await createQueue(boss, job.definition);
      await context.jobs.enqueue(context.db, job.definition, { name: 'x' });
      return runBatch(context, job, await boss.fetch(name, { batchSize: 1, includeMetadata: true }));
    };
    expect((await run(shared))[0]).toMatchObject({
      status: 'failed',
      output: { reason: expect.stringContaining('others wait for it') },
    });
    expect((await run(apart))[0]).toMatchObject({ status: 'completed' });
  });

  test('holds up none of another owner’s while it hangs, and few of one owner hang at a time', async () => {
    const worker = await createJobQueue({
      url: database.url,
      log: createLog('silent'),
      isWorker: true,
      definitions: [],
    });
    const callJob = defineJob({ ...greetJob, name: 'call-strangers', reachesStrangers: true });
    const { promise: end, resolve: answer } = Promise.withResolvers<void>();
    const called: string[] = [];
    const calls = bindJob(callJob, async (_context, { name }) => {
      called.push(name);
      if (name === 'hanging') await end;
    });
    await runJobs(context, worker.boss, [calls]);
    try {
      const ask = (name: string, owner: string) => context.jobs.enqueue(context.db, callJob, { name }, { owner });
      for (let job = 0; job < 8; job += 1) await ask('hanging', 'eve');
      const hanging = () => called.filter((name) => name === 'hanging').length;
      await expect.poll(hanging, { timeout: 5000 }).toBeGreaterThanOrEqual(3);
      const others = ['ada', 'grace', 'joan'];
      for (const owner of others) await ask(owner, owner);
      await expect.poll(() => others.filter((name) => called.includes(name)), { timeout: 5000 }).toEqual(others);
      // Two connections that look at the same time may each take one more.
      expect(hanging()).toBeLessThan(6);
      answer();
      await expect.poll(hanging, { timeout: 5000 }).toBe(8);
    } finally {
      answer();
      await worker.stop();
    }
  });
});

describe('a job that runs by itself', () => {
  const clockJob = { ...greetJob, name: 'clock', payload: z.object({}), retries: 2, everySeconds: 5 };
  let isFailing = false;
  let runs = 0;
  const clock = bindJob(clockJob, async () => {
    runs += 1;
    if (isFailing) throw new Error('it went wrong');
  });
  const open = async () =>
    (
      await sql<{ state: string; seconds: number }>`
        select state::text, extract(epoch from start_after - now())::float8 as seconds from pgboss.job
        where name = 'clock' and state in ('created', 'retry', 'active')
      `.execute(context.db)
    ).rows;
  const recurring = [clockJob];
  beforeAll(() => createQueue(boss, clockJob));

  test('comes back when its next run was queued while the clock was ahead, and when there is none', async () => {
    await keepRecurring(context, recurring);
    expect(await open()).toHaveLength(1);
    await sql`update pgboss.job set start_after = now() + interval '2 hours' where name = 'clock'`.execute(context.db);
    // What a start does: enqueuing again while one waits adds nothing.
    await context.jobs.enqueue(context.db, clockJob, {}, { pauseSeconds: 0, singletonKey: 'next' });
    expect((await open())[0]?.seconds).toBeGreaterThan(7000);
    await keepRecurring(context, recurring);
    expect((await open())[0]?.seconds).toBeLessThanOrEqual(0);
    await drainJobs(context, boss, [clock]);
    expect(runs).toBe(1);
    await sql`delete from pgboss.job where name = 'clock'`.execute(context.db);
    await keepRecurring(context, recurring);
    expect(await open()).toHaveLength(1);
  });

  test('that fails leaves its next run and nothing beside it, and is given up for an alarm when it goes on', async () => {
    isFailing = true;
    for (let run = 1; run <= 2; run += 1) {
      await drainJobs(context, boss, [clock], { isEarly: true });
      expect(await open()).toHaveLength(1);
    }
    for (let run = 1; run <= 3; run += 1) await drainJobs(context, boss, [clock], { isEarly: true });
    expect((await open()).length).toBeLessThanOrEqual(2);
    await drainJobs(context, boss, [dead]);
    const alarm = context.db.selectFrom('alarms').select('subject').where('subject', '=', 'clock next');
    expect(await alarm.where('clearedAt', 'is', null).execute()).toHaveLength(1);
    isFailing = false;
    for (let run = 1; run <= 2; run += 1) await drainJobs(context, boss, [clock], { isEarly: true });
    await clearRecoveredJobs(context);
    expect(await alarm.where('clearedAt', 'is', null).execute()).toEqual([]);
  });

  test('never runs beside itself, unless the run before was taken while the clock was ahead', async () => {
    let going = 0;
    let most = 0;
    const run = async () => {
      going += 1;
      most = Math.max(most, going);
      await new Promise((resolve) => setTimeout(resolve, 50));
      going -= 1;
    };
    const ends = await Promise.all([1, 2, 3].map(async () => runAlone(context.db, 'alone', run)));
    expect(ends.map(({ kind }) => kind).toSorted()).toEqual(['done', 'taken', 'taken']);
    expect(most).toBe(1);
    await sql`update recurring_jobs set leased_until = now() + interval '2 hours' where name = 'alone'`.execute(
      context.db,
    );
    expect((await runAlone(context.db, 'alone', run)).kind).toBe('done');
  });
});
