import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { AppContext } from '../context.ts';
import type { Job } from './bind-job.ts';
import { createQueue } from './create-queue.ts';
import { deadJob } from './dead-job.ts';
import { wakeWorkers } from './wake-workers.ts';

/** Workers are woken when something is due; this is for the case that nobody could look. */
const pollSeconds = 30;
/** Taken together: a queue under load is worked off as many at a time, each of which mostly waits for others. */
const batchSize = 25;
const wrapped = z.object({ payload: z.unknown() });

/** Works off the given jobs until the queue is stopped. */
export async function runJobs(context: AppContext, boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const workers = new Map<string, string>();
  for (const job of jobs) {
    const { definition } = job;
    await createQueue(boss, definition);
    const worker = await boss.work(
      definition.name,
      {
        pollingIntervalSeconds: pollSeconds,
        batchSize,
        burstWhenBatchFull: true,
        includeMetadata: true,
        perJobResults: true,
      },
      (batch) => runBatch(context, job, batch),
    );
    workers.set(definition.name, worker);
    if (definition.schedule !== undefined) await boss.schedule(definition.name, definition.schedule, { payload: {} });
    if (definition.everySeconds !== undefined) await enqueueNext(context, job, new Date());
  }
  wakeWorkers(context, boss, workers);
}

/** Runs jobs that were taken from the queue together and tells how each ended. */
export async function runBatch(
  context: AppContext,
  job: Job,
  batch: readonly JobWithMetadata<unknown>[],
): Promise<JobResult<{ reason: string }>[]> {
  const { name } = job.definition;
  const startedAt = performance.now();
  const ends = await settleAll(context, job, batch);
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
  const { everySeconds } = job.definition;
  try {
    if (everySeconds !== undefined) await enqueueNext(context, job, new Date(Date.now() + everySeconds * 1000));
    const payloads = batch.map((one) => readPayload(job, one));
    return await job.run(context, payloads);
  } catch (reason) {
    return batch.map(() => ({ status: 'rejected', reason }));
  }
}

async function enqueueNext(context: AppContext, job: Job, startAfter: Date): Promise<void> {
  await context.jobs.enqueue(context.db, job.definition, {}, { startAfter, singletonKey: 'next' });
}

function readPayload(job: Job, taken: JobWithMetadata<unknown>): unknown {
  if (job.definition.name !== deadJob.name) return wrapped.safeParse(taken.data).data?.payload;
  return {
    name: taken.sourceName ?? '',
    key: taken.singletonKey ?? taken.sourceId ?? '',
    reason: JSON.stringify(taken.sourceOutput ?? {}).slice(0, 1000),
  };
}
