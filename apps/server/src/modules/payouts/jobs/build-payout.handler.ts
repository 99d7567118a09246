import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../../../context.ts';
import { raiseAlarm, type Alarm } from '../../alarms/raise-alarm.ts';
import { broadcastPayout } from '../broadcast-payout.ts';
import { buildPayout, type BuildOutcome } from '../build-payout.ts';
import { buildPayoutJob } from './build-payout.ts';

const shortPauseMs = 5000;
/** While the wallet is short all that wait try again in turn, so many of them a second and no more. */
const pauseForEachMs = 100;
const shortPauseMostMs = 5 * 60_000;
const busyPauseMs = 1000;
const heldPauseMs = 10_000;
/** Outputs that others hold are free again within milliseconds. */
const tries = 5;
const tryPauseMs = 100;

/** Builds pay-outs that were taken together; those that must wait are put back together. */
export async function handleBuildPayouts(
  context: AppContext,
  payloads: readonly { orderId: string }[],
): Promise<PromiseSettledResult<void>[]> {
  const waiting: string[] = [];
  const held: string[] = [];
  const short: { orderId: string; alarm: Alarm }[] = [];
  const ends = await Promise.allSettled(
    payloads.map(async ({ orderId }) => {
      const outcome = await build(context, orderId);
      if (outcome === 'done') await send(context, orderId);
      else if (outcome === 'busy') waiting.push(orderId);
      else if (outcome === 'held') held.push(orderId);
      else short.push({ orderId, alarm: outcome });
    }),
  );
  await putBack(context, waiting, busyPauseMs);
  await putBack(context, held, heldPauseMs);
  if (short.length > 0) {
    const alarms = new Map(short.map(({ alarm }) => [alarm.subject, alarm]));
    for (const alarm of alarms.values()) await raiseAlarm(context, context.db, alarm);
    await putBack(
      context,
      short.map(({ orderId }) => orderId),
      await shortPause(context),
    );
  }
  return ends;
}

/** At once; should that fail, a job for it is queued already. */
async function send(context: AppContext, orderId: string): Promise<void> {
  await broadcastPayout(context, orderId).catch((error: unknown) => {
    context.log.warn('a pay-out could not be sent at once', { orderId, error });
  });
}

async function putBack(context: AppContext, orderIds: readonly string[], pause: number): Promise<void> {
  const startAfter = new Date(context.clock.now().getTime() + pause);
  const jobs = orderIds.map((orderId) => ({ payload: { orderId }, startAfter, singletonKey: orderId }));
  await context.jobs.enqueueAll(context.db, buildPayoutJob, jobs);
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
