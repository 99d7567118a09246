import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../../../context.ts';
import { broadcastPayout } from '../broadcast-payout.ts';
import { buildPayout, type BuildOutcome } from '../build-payout.ts';
import { buildPayoutJob } from './build-payout.ts';

const shortPauseMs = 5000;
/** While the wallet is short all that wait try again in turn, so many of them a second and no more. */
const pauseForEachMs = 100;
const shortPauseMostMs = 5 * 60_000;
const busyPauseMs = 1000;
/** Outputs that others hold are free again within milliseconds. */
const tries = 5;
const tryPauseMs = 100;

export async function handleBuildPayout(context: AppContext, { orderId }: { orderId: string }): Promise<void> {
  const outcome = await build(context, orderId);
  if (outcome === 'done') {
    // Sent at once; should that fail, a job for it is queued already.
    await broadcastPayout(context, orderId).catch((error: unknown) => {
      context.log.warn('a pay-out could not be sent at once', { orderId, error });
    });
    return;
  }
  const pause = outcome === 'short' ? await shortPause(context) : busyPauseMs;
  const startAfter = new Date(context.clock.now().getTime() + pause);
  await context.jobs.enqueue(context.db, buildPayoutJob, { orderId }, { startAfter, singletonKey: orderId });
}

async function shortPause({ db }: AppContext): Promise<number> {
  const { count } = await db
    .selectFrom('payouts')
    .select((payouts) => payouts.fn.countAll<bigint>().as('count'))
    .where('status', '=', 'planned')
    .executeTakeFirstOrThrow();
  return Math.min(shortPauseMs + Number(count) * pauseForEachMs, shortPauseMostMs);
}

async function build(context: AppContext, orderId: string): Promise<BuildOutcome> {
  for (let count = 1; ; count += 1) {
    const outcome = await buildPayout(context, orderId);
    if (outcome !== 'busy' || count === tries) return outcome;
    await sleep(tryPauseMs);
  }
}
