import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { clearAlarm } from '../alarms/clear-alarm.ts';
import { raiseAlarm, type Alarm } from '../alarms/raise-alarm.ts';
import { agreeWithChain, isHeld } from '../chain-wallets/agree-with-chain.ts';
import { findOrder } from '../lifecycle/store.ts';
import { requirePromisedPayout } from '../promises/require-promised-payout.ts';
import { countOutflow } from './count-outflow.ts';
import { leaveToPerson, PayoutDoubt, requireFairFee } from './doubt-payout.ts';
import { findPayoutChain } from './find-payout-chain.ts';
import { broadcastPayoutJob } from './jobs/broadcast-payout.ts';
import type { SignPayout } from './payout-chain.ts';
import { findPayout, lockPayout, type PayoutRow } from './store.ts';

/** `busy`: the wallet has enough, but not free at this moment. `held`: books and chain do not agree. An alarm: it has too little. */
export type BuildOutcome = 'done' | 'busy' | 'held' | Alarm;

/** Whoever signed also sends; the job is for when that went wrong. */
const broadcastPauseMs = 3000;

/**
 * Signs the transaction of a planned pay-out and stores its bytes before anybody sends them. A pay-out that is
 * signed already is left alone: there is never a second one.
 */
export async function buildPayout(context: AppContext, orderId: string): Promise<BuildOutcome> {
  const planned = await findPayout(context.db, orderId);
  if (planned?.status !== 'planned') return 'done';
  const chain = findPayoutChain(planned.chain);
  if (!(await agreeWithChain(context, planned.chain))) return 'held';
  if (await chain.isShort(context, planned)) return tellShort(planned);
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
      await leaveToPerson(context, orderId, error);
      return 'doubted' as const;
    });
  if (outcome === 'held') return outcome;
  if (outcome === 'doubted') return 'done';
  if (outcome === 'signed') {
    await clearAlarm(context, context.db, 'wallet_short', walletName(planned));
    return 'done';
  }
  return (await chain.isBusy(context, planned)) ? 'busy' : tellShort(planned);
}

function tellShort(planned: PayoutRow): Alarm {
  const { amount, currency } = planned;
  return { kind: 'wallet_short', subject: walletName(planned), details: { needed: amount.toString(), currency } };
}

async function signPayout(
  context: AppContext,
  trx: Executor,
  orderId: string,
  sign: SignPayout,
): Promise<'signed' | 'held' | 'short'> {
  const payout = await lockPayout(trx, orderId);
  if (payout?.status !== 'planned') return 'signed';
  if (await isHeld(trx, payout.chain)) return 'held';
  const order = await findOrder(trx, { orderId });
  if (order === undefined) throw new Error(`There is no order ${orderId} to pay out.`);
  requirePromisedPayout(order, { ...payout, destination: payout.address });
  const signed = await sign(trx, payout);
  if (signed === undefined) return 'short';
  requireFairFee(context, payout, signed);
  await countOutflow(context, trx, payout);
  const now = context.clock.now();
  const marked = await trx
    .updateTable('payouts')
    .set({ status: 'signed', ...signed, signedAt: now, updatedAt: now })
    .where('payoutId', '=', payout.payoutId)
    .where('status', '=', 'planned')
    .executeTakeFirst();
  if (marked.numUpdatedRows !== 1n) throw new Error(`The pay-out of order ${orderId} moved while it was held.`);
  const startAfter = new Date(now.getTime() + broadcastPauseMs);
  await context.jobs.enqueue(trx, broadcastPayoutJob, { orderId }, { startAfter, singletonKey: orderId });
  return 'signed';
}

/** What runs short: a chain with one currency goes by its own name. */
function walletName({ chain, currency }: PayoutRow): string {
  return chain === 'bitcoin' ? chain : `${chain} ${currency}`;
}
