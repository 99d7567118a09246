import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { AppContext } from '../context.ts';
import type { JobDefinition } from '../job-queue.ts';
import type { Job } from './bind-job.ts';
import { createQueue, enqueueNext, isRecurring } from './create-queue.ts';
import { deadJob } from './define-job.ts';
import { runAlone } from './run-alone.ts';
import { runTogether } from '../providers/post-webhook.ts';
import { wakeWorkers } from './wake-workers.ts';

/** Workers are woken when something is due; this is the fallback when no worker could be woken. */
const pollSeconds = 30;
/** Taken together: under load so many jobs of a queue run at a time, each of which mostly waits for others. */
const batchSize = 25;
/** Jobs that reach strangers are taken one by one: so many at a time in a process, and about so many of one owner. */
const strangerPlaces = 30;
const strangerPlacesOfOwner = 3;
const wrapped = z.object({ payload: z.unknown() });

/** Runs the given jobs until the queue is stopped. */
export async function runJobs(context: AppContext, boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const wakes = new Map<string, () => void>();
  for (const job of jobs) {
    const { definition } = job;
    await createQueue(boss, definition);
    const work = definition.reachesStrangers ? workOneByOne : workTogether;
    wakes.set(definition.name, await work(context, boss, job));
    if (definition.schedule !== undefined) await boss.schedule(definition.name, definition.schedule, { payload: {} });
  }
  const recurring = jobs.map(({ definition }) => definition).filter(isRecurring);
  for (const definition of recurring) await enqueueNext(context, definition, 0);
  wakeWorkers(context, boss, { wakes, recurring });
}

/** @returns what has the worker look for jobs at once */
async function workTogether(context: AppContext, boss: PgBoss, job: Job): Promise<() => void> {
  const worker = await boss.work(
    job.definition.name,
    {
      pollingIntervalSeconds: pollSeconds,
      batchSize,
      burstWhenBatchFull: true,
      includeMetadata: true,
      perJobResults: true,
    },
    (batch) => runBatch(context, job, batch),
  );
  return () => boss.notifyWorker(worker);
}

/**
 * A batch ends with its slowest job: here a place takes the next one as soon as it is free. One that has found a job
 * sends the next free one, so that no more of them ask than there are jobs.
 *
 * @returns what has a free place look for a job at once
 */
async function workOneByOne(context: AppContext, boss: PgBoss, job: Job): Promise<() => void> {
  const free = new Set<string>();
  function wake(): void {
    const [place] = free;
    if (place === undefined) return;
    // The last one to be asked again: one may already be on its way.
    free.delete(place);
    free.add(place);
    boss.notifyWorker(place);
  }
  for (let count = 0; count < strangerPlaces; count += 1) {
    const place = await boss.work(
      job.definition.name,
      {
        pollingIntervalSeconds: pollSeconds,
        batchSize: 1,
        groupConcurrency: strangerPlacesOfOwner,
        includeMetadata: true,
        perJobResults: true,
      },
      async (batch) => {
        free.delete(place);
        wake();
        const ends = await runBatch(context, job, batch);
        free.add(place);
        boss.notifyWorker(place);
        return ends;
      },
    );
    free.add(place);
  }
  return wake;
}

/** Runs jobs that were taken from the queue together and reports how each ended. */
export async function runBatch(
  context: AppContext,
  job: Job,
  batch: readonly JobWithMetadata<unknown>[],
): Promise<JobResult<{ reason: string }>[]> {
  const { name, reachesStrangers } = job.definition;
  const startedAt = performance.now();
  const settle = () => settleAll(context, job, batch);
  const ends = await (reachesStrangers ? settle() : runTogether(name, settle));
  return batch.map(({ id, retryCount }, index) => {
    const end = ends[index];
    if (end?.status === 'fulfilled') {
      context.log.debug('job done', { job: name, durationMs: Math.round(performance.now() - startedAt) });
      return { id, status: 'completed' };
    }
    const error: unknown = end?.reason;
    context.log.warn('job failed', { job: name, attempt: retryCount + 1, error });
    return { id, status: 'failed', output: { reason: error instanceof Error ? error.message : String(error) } };
  });
}

async function settleAll(
  context: AppContext,
  job: Job,
  batch: readonly JobWithMetadata<unknown>[],
): Promise<PromiseSettledResult<void>[]> {
  const { definition } = job;
  try {
    if (isRecurring(definition)) await enqueueNext(context, definition, definition.everySeconds);
    const payloads = batch.map((one) => readPayload(job, one));
    if (payloads.length === 0 || !isByItself(definition)) return await job.run(context, payloads);
    const end = await runByItself(context, job, payloads[0]);
    return batch.map(() => end);
  } catch (reason) {
    return batch.map(() => ({ status: 'rejected', reason }));
  }
}

function isByItself(definition: JobDefinition): boolean {
  return isRecurring(definition) || definition.schedule !== undefined;
}

/**
 * A run of a recurring job, never beside another one. A failed run counts as failed once its retries are used up: its
 * next run is queued already.
 */
async function runByItself(context: AppContext, job: Job, payload: unknown): Promise<PromiseSettledResult<void>> {
  const { definition } = job;
  const end = await runAlone(context.db, definition.name, async () => {
    for (const one of await job.run(context, [payload])) if (one.status === 'rejected') throw one.reason;
  });
  if (end.kind !== 'failed') return { status: 'fulfilled', value: undefined };
  const { failures, reason } = end;
  if (!isRecurring(definition) || failures > definition.retries) return { status: 'rejected', reason };
  context.log.warn('job failed', { job: definition.name, attempt: failures, error: reason });
  return { status: 'fulfilled', value: undefined };
}

function readPayload(job: Job, taken: JobWithMetadata<unknown>): unknown {
  if (job.definition.name !== deadJob.name) return wrapped.safeParse(taken.data).data?.payload;
  return {
    name: taken.sourceName ?? '',
    key: taken.singletonKey ?? taken.sourceId ?? '',
    reason: JSON.stringify(taken.sourceOutput ?? {}).slice(0, 1000),
  };
}
