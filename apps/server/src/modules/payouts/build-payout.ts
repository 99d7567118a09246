import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { checkAddress } from '../../providers/bitcoin/addresses.ts';
import { selectOutputs, type Selection } from '../../providers/bitcoin/select-outputs.ts';
import { createWallet, type SignedTransaction } from '../../providers/bitcoin/wallet.ts';
import { clearAlarm } from '../alarms/clear-alarm.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { chooseFeeRate, targetBlocks } from './fee-policy.ts';
import { broadcastPayoutJob } from './jobs/broadcast-payout.ts';
import { findPayout, lockFreeOutputs, lockPayout, markSpent, sumUnspent, type PayoutRow } from './store.ts';

/** `short`: the wallet has too little. `busy`: it has enough, but not free at this moment. */
export type BuildOutcome = 'done' | 'short' | 'busy';

/** More virtual bytes than a transaction with one input has. */
const feeBound = 200n;
/** Whoever signed also sends; the job is for when that went wrong. */
const broadcastPauseMs = 3000;

/**
 * Signs the transaction of a planned pay-out and stores its bytes before anybody sends them. A pay-out that is
 * signed already is left alone: there is never a second transaction.
 */
export async function buildPayout(context: AppContext, orderId: string): Promise<BuildOutcome> {
  const planned = await findPayout(context.db, orderId);
  if (planned?.status !== 'planned') return 'done';
  const feeRate = chooseFeeRate(await context.providers.bitcoin.estimateFeeRate(targetBlocks));
  const isSigned = await context.db.transaction().execute((trx) => signPayout(context, trx, orderId, feeRate));
  const { chain, amount } = planned;
  if (isSigned) {
    await clearAlarm(context, context.db, 'wallet_short', chain);
    return 'done';
  }
  if ((await sumUnspent(context.db, chain)) > amount * 2n) return 'busy';
  await raiseAlarm(context, context.db, {
    kind: 'wallet_short',
    subject: chain,
    details: { needed: amount.toString() },
  });
  return 'short';
}

async function signPayout(context: AppContext, trx: Executor, orderId: string, feeRate: bigint): Promise<boolean> {
  const payout = await lockPayout(trx, orderId);
  if (payout?.status !== 'planned') return true;
  const { BITCOIN_NETWORK, BITCOIN_WALLET_KEY } = context.config;
  const destination = checkAddress(payout.address, BITCOIN_NETWORK);
  if (!destination.isValid) throw new Error(`The pay-out of order ${orderId} has no valid address.`);
  const free = await lockFreeOutputs(trx, payout.chain, payout.amount + feeBound * feeRate);
  const selection = selectOutputs(free, payout.amount, destination.script.length, feeRate);
  if (selection === undefined) return false;
  const signed = createWallet(BITCOIN_WALLET_KEY, BITCOIN_NETWORK).sign(selection, destination.script, payout.amount);
  await storeSigned(context, trx, payout, selection, signed);
  const startAfter = new Date(context.clock.now().getTime() + broadcastPauseMs);
  await context.jobs.enqueue(trx, broadcastPayoutJob, { orderId }, { startAfter, singletonKey: orderId });
  return true;
}

async function storeSigned(
  context: AppContext,
  trx: Executor,
  { payoutId, chain }: PayoutRow,
  { inputs, fee, change }: Selection,
  { txid, rawTransaction, changeIndex }: SignedTransaction,
): Promise<void> {
  const now = context.clock.now();
  if (!(await markSpent(trx, chain, payoutId, inputs))) throw new Error('An input was taken by another pay-out.');
  if (changeIndex !== undefined)
    await trx
      .insertInto('walletOutputs')
      // Spendable once its own transaction was sent.
      .values({
        chain,
        txid,
        outputIndex: changeIndex,
        amount: change,
        origin: 'change',
        isSpendable: false,
        createdAt: now,
      })
      .execute();
  await trx
    .updateTable('payouts')
    .set({ status: 'signed', txid, rawTransaction, fee, signedAt: now, updatedAt: now })
    .where('payoutId', '=', payoutId)
    .where('status', '=', 'planned')
    .execute();
}
