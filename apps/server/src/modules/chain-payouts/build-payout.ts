import type { AppContext } from '../../context.ts';
import { type Executor, requireRightClock } from '../../database/db.ts';
import { isChain } from '../../config/config-chains.ts';
import { chainFacts } from '../../providers/chain-settings.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { type Alarm, clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { agreeWithChain, isHeld } from '../chain-wallets/agree-with-chain.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { requirePromisedPayout } from '../promises/require-promised-price.ts';
import { PayoutDoubt, countOutflow, leaveToPerson } from '../payout-holds/count-outflow.ts';
import { putBackHeld } from '../payout-holds/store.ts';
import { findPayoutChain } from './account-chain.ts';
import { broadcastPayoutJob, buildPayoutJob } from './jobs.ts';
import { exchangeAtMedian } from './network-cost.ts';
import type { SignPayout, SignedPayout } from './payout-chain.ts';
import { type PayoutRow, findPayout, isTakenBack, lockPayout } from './store.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { broadcastPayout } from './broadcast-payout.ts';

/**
 * `busy`: the wallet has enough, but not free at this moment. `held`: books and chain do not agree. An alarm: it has
 * too little.
 */
type BuildOutcome = 'done' | 'busy' | 'held' | Alarm;

/** The signer sends as well; the job is for a failed sending. */
const broadcastPauseMs = 3000;

/**
 * Signs the transaction of a planned payout and stores its bytes before they are sent. A payout that is signed already
 * is left alone: there is never a second one.
 */
async function buildPayout(context: AppContext, orderId: string): Promise<BuildOutcome> {
  const planned = await findPayout(context.db, orderId);
  if (planned?.status !== 'planned') return 'done';
  const chain = findPayoutChain(planned.chain);
  if (!(await agreeWithChain(context, planned.chain))) return 'held';
  if (await chain.isShort(context, planned)) return shortAlarm(planned);
  const sign = await chain.prepare(context, planned).catch(async (error: unknown) => {
    if (error instanceof ProviderError && error.kind === 'refused')
      await raiseAlarm(context, context.db, {
        kind: 'payout_failed',
        subject: orderId,
        details: { reason: error.message },
      });
    throw error;
  });
  const outcome = await context.db
    .transaction()
    .execute((trx) => signPayout(context, trx, orderId, sign))
    .catch(async (error: unknown) => {
      if (!(error instanceof PayoutDoubt)) throw error;
      await leaveToPerson(context, 'chain', planned, error);
      return 'doubted' as const;
    });
  if (outcome === 'held') return outcome;
  if (outcome === 'doubted') return 'done';
  if (outcome === 'signed') {
    await clearAlarm(context, context.db, 'wallet_short', walletName(planned));
    return 'done';
  }
  return (await chain.isBusy(context, planned)) ? 'busy' : shortAlarm(planned);
}

function shortAlarm(planned: PayoutRow): Alarm {
  const { amount, currency } = planned;
  return { kind: 'wallet_short', subject: walletName(planned), details: { needed: amount.toString(), currency } };
}

async function signPayout(
  context: AppContext,
  trx: Executor,
  orderId: string,
  sign: SignPayout,
): Promise<'signed' | 'held' | 'short'> {
  const isLost = await isTakenBack(trx, orderId);
  const payout = await lockPayout(trx, orderId);
  if (payout?.status !== 'planned') return 'signed';
  if (await isHeld(trx, payout.chain)) return 'held';
  const order = await findOrder(trx, { orderId });
  if (order === undefined) throw new Error(`There is no order ${orderId} to pay out.`);
  if (isLost) throw new PayoutDoubt('taken_back', {});
  requirePromisedPayout(order, { ...payout, destination: payout.address });
  const signed = await sign(trx, payout);
  if (signed === undefined) return 'short';
  requireFairFee(context, payout, signed);
  // Count the first sending alone: what is sent again under another number left the wallet only once.
  if (payout.sending === 1) await countOutflow(context, trx, 'chain', { ...payout, wallet: payout.chain });
  else await requireRightClock(trx);
  const now = context.clock.now();
  const { txid, rawTransaction, fee } = signed;
  const marked = await trx
    .updateTable('payouts')
    .set({ status: 'signed', txid, rawTransaction, fee, signedAt: now, updatedAt: now })
    .where('payoutId', '=', payout.payoutId)
    .where('status', '=', 'planned')
    .executeTakeFirst();
  if (marked.numUpdatedRows !== 1n) throw new Error(`The pay-out of order ${orderId} moved while it was held.`);
  const startAfter = new Date(now.getTime() + broadcastPauseMs);
  await context.jobs.enqueue(trx, broadcastPayoutJob, { orderId }, { startAfter, singletonKey: orderId });
  return 'signed';
}

/** @throws PayoutDoubt where the network would take too much of the payout, and no person has allowed it */
export function requireFairFee(
  { config, rates }: Pick<AppContext, 'config' | 'rates'>,
  { chain, currency, amount, allowedAt }: PayoutRow,
  { likelyFee: fee }: Pick<SignedPayout, 'likelyFee'>,
): void {
  if (allowedAt !== null) return;
  if (!isChain(chain)) throw new Error(`There is no chain ${chain}.`);
  const feeCurrency = chainFacts[chain].coin;
  const cost =
    feeCurrency === currency ? fee : exchangeAtMedian(rates, { currency: feeCurrency, amount: fee }, currency);
  if (cost === undefined || cost * 100n <= amount * BigInt(config.NETWORK_FEE_MOST_PERCENT)) return;
  throw new PayoutDoubt('fee', { fee: fee.toString(), feeCurrency, amount: amount.toString(), currency });
}

/** The name of the short wallet: a chain with one currency has its own name. */
function walletName({ chain, currency }: PayoutRow): string {
  return isChain(chain) && chainFacts[chain].kind === 'outputs' ? chain : `${chain} ${currency}`;
}

const shortPauseMs = 5000;
/** While the wallet is short all waiting payouts are retried in turn, at a limited rate per second. */
const pauseForEachMs = 100;
const shortPauseMostMs = 5 * 60_000;
const busyPauseMs = 1000;
/** Outputs locked by others are free again within milliseconds. */
const tries = 5;
const tryPauseMs = 100;

/** Builds payouts that were taken together; those that must wait are put back together. */
export async function buildPayouts(
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
  await putBackHeld(context, buildPayoutJob, held);
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

/** Sent at once; if that fails, a job for it is queued already. */
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
