import { isFinalStatus } from '@causeway/domain/orders/order-status';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { isChain } from '../../config/config-chains.ts';
import { chainFacts, chainSettings, transactionLink } from '../../providers/chain-settings.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { changeStatus, queueOrderEmail } from '../order-lifecycle/change-status.ts';
import { wasRestoredSince } from '../order-lifecycle/payout-method.ts';
import { readLost, refundPayout } from '../order-lifecycle/refund-payout.ts';
import { type OrderRow, lockOrder } from '../order-lifecycle/store.ts';
import { findPayoutChain } from './account-chain.ts';
import { broadcastPayout, followPause, markPayoutSent, sendPayout } from './broadcast-payout.ts';
import { buildPayoutJob, followPayoutJob } from './jobs.ts';
import type { FoundPayout, PayoutLook } from './payout-chain.ts';
import { type PayoutRow, findPayout, lockPayout, payoutKey } from './store.ts';
import type { AccountTransaction } from '../chain-wallets/account-store.ts';
import { endOvertaken } from '../chain-wallets/record-look.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { postEntry, readEntry, reverseEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { requirePromisedReturn } from '../promises/require-promised-price.ts';

/**
 * Polls a sent payout in the chain. Enough confirmations finish the order; a transaction that a reorganisation removed
 * is sent again, byte for byte. Queues the next poll until the payout is settled.
 */
export async function followPayout(context: AppContext, orderId: string): Promise<void> {
  const payout = await findPayout(context.db, orderId);
  if (payout === undefined || !isFollowed(payout.status)) return;
  const { chain } = payout;
  if (!isChain(chain)) throw new Error(`There is no chain ${chain}.`);
  const method = findPayoutChain(chain);
  const look = await method.look(context, payout);
  const decision = decideFollow(payout, look, chainSettings(context.config, chain));
  await alarmDanger(context, payout, decision);
  const refusal = decision.isRebroadcast ? await sendAgain(context, payout) : undefined;
  if (refusal?.code === 'conflict' && (await endLost(context, payout))) return;
  const isWaiting = decision.isRebroadcast ? refusal === undefined : decision.isWaiting;
  if (look.found !== undefined || isWaiting) await method.hurry(context, payout, isWaiting);
  await context.db.transaction().execute((trx) => record(context, trx, payout, decision, look));
}

function isFollowed(status: string): status is 'freeing' | 'broadcast' | 'confirmed' {
  return status === 'freeing' || status === 'broadcast' || status === 'confirmed';
}

/** Sends a signed payout, or leaves it to a person where its coins are lost. */
export async function broadcastOrEnd(context: AppContext, orderId: string): Promise<void> {
  try {
    await broadcastPayout(context, orderId);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'conflict') throw error;
    const payout = await findPayout(context.db, orderId);
    if (payout?.status !== 'signed' || !(await endLost(context, payout))) throw error;
  }
}

/** The coins of a payout are nowhere: once that is final a person decides about it. @returns whether it has ended */
async function endLost(context: AppContext, payout: PayoutRow): Promise<boolean> {
  const { payoutId, orderId, status, txid } = payout;
  const lost = await findPayoutChain(payout.chain).findLost(context, payout);
  const holdReason = lost?.mark ?? '';
  const own = context.db.updateTable('payouts').where('payoutId', '=', payoutId).where('status', '=', status);
  if (holdReason !== payout.holdReason) await own.set({ holdReason }).execute();
  if (lost?.isFinal !== true) return false;
  return context.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId);
    const held = await lockPayout(trx, orderId);
    if (held?.status !== status || held.txid !== txid) return true;
    await failPayout(context, trx, { order, payout: held, txid: txid ?? '', isGone: true, why: 'lost_coin' });
    await lost.free(trx);
    await clearAlarm(context, trx, ['payout_conflict', 'payout_reorganised'], orderId);
    return true;
  });
}

/** Bytes that the network refuses are sent again at the next poll. @returns why it does not have them */
async function sendAgain(context: AppContext, payout: PayoutRow): Promise<ProviderError | undefined> {
  try {
    await sendPayout(context, payout);
    return undefined;
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
    context.log.warn('a pay-out could not be sent again', { orderId: payout.orderId, error });
    return error;
  }
}

async function record(
  context: AppContext,
  trx: Executor,
  payout: PayoutRow,
  { status, confirmations }: FollowDecision,
  { found, record: recordOnChain }: PayoutLook,
): Promise<void> {
  const { orderId, payoutId, confirmedAt, chain } = payout;
  const order = await lockOrder(trx, orderId);
  const now = context.clock.now();
  const isConfirmed = status === 'confirmed' || status === 'settled';
  if (payout.status === 'freeing' && status !== 'freeing' && status !== 'freed') {
    // The bytes whose number was being freed came into a block after all: from here on they are followed like any.
    await recordOnChain(trx);
    const txid = found?.txid ?? payout.txid;
    await trx.updateTable('payouts').set({ txid }).where('payoutId', '=', payoutId).execute();
    return void (await markPayoutSent(context, trx, { ...payout, txid }));
  }
  const marked = await trx
    .updateTable('payouts')
    .set({
      status: status === 'freed' ? payout.status : status,
      confirmations,
      ...(found?.isCancel === false && { txid: found.txid }),
      ...(found !== undefined && { holdReason: '' }),
      blockHash: found?.blockHash ?? '',
      updatedAt: now,
      ...(isConfirmed && { confirmedAt: confirmedAt ?? now }),
    })
    .where('payoutId', '=', payoutId)
    .where('status', '=', payout.status)
    .where('sending', '=', payout.sending)
    .executeTakeFirst();
  if (marked.numUpdatedRows !== 1n) return;
  await recordOnChain(trx);
  if (status === 'freed') return replacePayout(context, trx, { order, payout });
  if (found?.isFailed === true && status === 'settled')
    return failPayout(context, trx, { order, payout, txid: found.txid });
  // A reorganisation can still carry out a failed one: until it cannot, nothing is decided.
  if (found?.isFailed !== true && isConfirmed && order.status === 'processing') {
    await changeStatus(context, trx, { orderId, from: 'processing', to: 'finished', actor: 'system' });
    await queueOrderEmail(context, trx, 'order-finished', order, {
      transactionLink: transactionLink(context.config, chain, found?.txid ?? payout.txid ?? ''),
    });
  }
  if (status === 'settled') return;
  const startAfter = followPause(context, chain);
  await context.jobs.enqueue(trx, followPayoutJob, { orderId }, { startAfter, singletonKey: orderId });
}

async function alarmDanger(
  context: AppContext,
  { orderId, txid }: PayoutRow,
  { isEndangered, confirmations, status }: FollowDecision,
): Promise<void> {
  if (isEndangered)
    await raiseAlarm(context, context.db, {
      kind: 'payout_reorganised',
      subject: orderId,
      details: { txid: txid ?? '', confirmations },
    });
  else if (status === 'confirmed' || status === 'settled')
    await clearAlarm(context, context.db, ['payout_reorganised', 'payout_conflict', 'payout_failed'], orderId);
}

/** The next step of a sent payout after a poll of the chain. */
interface FollowDecision {
  status: 'freeing' | 'broadcast' | 'confirmed' | 'settled' | 'freed';
  confirmations: number;
  /** The network has forgotten the transaction: the same bytes must be sent again. */
  isRebroadcast: boolean;
  /** The network has it, and no block does. */
  isWaiting: boolean;
  /** A finished order's coins are no longer safely in the chain. */
  isEndangered: boolean;
}

/**
 * @param found what the node reports, `undefined` when it does not know the transaction; `isOpen` while what was sent
 *   for its fee is not final
 * @param needed confirmations that finish an order, and after which it is no longer followed
 */
export function decideFollow(
  before: { status: string },
  { found, isOpen }: { found: Pick<FoundPayout, 'confirmations' | 'isCancel'> | undefined; isOpen: boolean },
  needed: { payoutConfirmations: number; settledConfirmations: number },
): FollowDecision {
  // Blocks on top of a cancel are none on top of the payout.
  const confirmations = found === undefined || found.isCancel ? 0 : found.confirmations;
  const wasConfirmed = before.status === 'confirmed';
  const common = {
    confirmations,
    isRebroadcast: found === undefined,
    isWaiting: found?.confirmations === 0,
    isEndangered: wasConfirmed && confirmations < needed.payoutConfirmations,
  };
  if (found?.isCancel === true && found.confirmations >= needed.settledConfirmations)
    return { ...common, status: 'freed' };
  if (confirmations >= needed.settledConfirmations && !isOpen) return { ...common, status: 'settled' };
  if (wasConfirmed || confirmations >= needed.payoutConfirmations) return { ...common, status: 'confirmed' };
  const isFreeing = before.status === 'freeing' && confirmations === 0;
  return { ...common, status: isFreeing ? 'freeing' : 'broadcast' };
}

/**
 * The number of a payout that no node took is freed, deep enough to be final: its bytes can never be in the chain, so
 * it is sent under a new number. One whose payment was taken back meanwhile, or whose order is over, or that a restore
 * may have forgotten a decision about, is left to a person.
 */
async function replacePayout(
  context: AppContext,
  trx: Executor,
  { order, payout }: { order: OrderRow; payout: PayoutRow },
): Promise<void> {
  const { payoutId, orderId, sending, txid, chain } = payout;
  // Coins are brought back for a loss alone: where it was won meanwhile, a person sees both.
  const isOfLoss = isChain(chain) && chainFacts[chain].kind === 'outputs';
  if (isOfLoss || order.status !== 'processing' || (await readLost(trx, order)) > 0n)
    return failPayout(context, trx, { order, payout, txid: txid ?? '', isGone: true });
  await reverseSent(context, trx, payout);
  const isRestored = await wasRestoredSince(trx, payout.signedAt);
  await trx
    .updateTable('payouts')
    .set({
      ...(isRestored ? { status: 'held', holdReason: 'restored' } : { status: 'planned' }),
      sending: sending + 1,
      txid: null,
      rawTransaction: null,
      fee: null,
      confirmations: -1,
      blockHash: null,
      signedAt: null,
      broadcastAt: null,
      updatedAt: context.clock.now(),
    })
    .where('payoutId', '=', payoutId)
    .execute();
  if (isRestored)
    return raiseAlarm(context, trx, { kind: 'payout_failed', subject: orderId, details: { reason: 'restored' } });
  await context.jobs.enqueue(trx, buildPayoutJob, { orderId }, { singletonKey: orderId });
}

/** The order holds its coins again, where the books have sent them. */
async function reverseSent(context: AppContext, trx: Executor, payout: PayoutRow): Promise<void> {
  if (payout.broadcastAt === null) return;
  const sent = await readEntry(trx, { idempotencyKey: payoutKey(payout) });
  if (sent === undefined) throw new Error(`The pay-out of order ${payout.orderId} was sent without an entry.`);
  await reverseEntry(trx, context, sent.entryId);
  // The network has taken a fee all the same.
  const postings = sent.postings.filter(({ from }) => from === paths.networkExpense);
  if (postings.length === 0) return;
  const key = `fee_of:${payoutKey(payout)}`;
  await postEntry(trx, context, { kind: 'chain_fee', reference: payout.payoutId, idempotencyKey: key, postings });
}

interface FailedPayout {
  order: OrderRow;
  payout: PayoutRow;
  txid: string;
  /** Whether its bytes can never be in the chain, so that they are shown no more; `why` is what is listed then. */
  isGone?: boolean;
  why?: 'lost_coin';
}

/**
 * The chain took the transaction and carried nothing out, deep enough to be final: the order holds its coins again, and
 * a person must decide. An order that had finished before a reorganisation undid it credits them to the balance.
 * Nothing is sent a second time automatically.
 */
async function failPayout(
  context: AppContext,
  trx: Executor,
  { order, payout, txid, isGone = false, why }: FailedPayout,
): Promise<void> {
  const { payoutId, orderId, amount, currency } = payout;
  const shown = isGone ? { broadcastAt: null } : {};
  await reverseSent(context, trx, payout);
  await trx
    .updateTable('payouts')
    .set({ status: 'failed', holdReason: why ?? '', ...shown, updatedAt: context.clock.now() })
    .where('payoutId', '=', payoutId)
    .execute();
  if (isFinalStatus(order.status)) {
    requirePromisedReturn(order, payout);
    await refundPayout(context, trx, order, { sourceKey: `failed_payout:${payoutId}`, amount, currency });
    return raiseAlarm(context, trx, { kind: 'payout_returned', subject: order.niceId, details: { txid } });
  }
  await raiseAlarm(context, trx, {
    kind: 'payout_failed',
    subject: orderId,
    details: { txid, reason: why === undefined ? 'the chain carried nothing out' : 'its coins were spent otherwise' },
  });
}

/** Its number is used up, so that none of its bytes is ever in a block: a person decides about its payout. */
export async function failOvertakenPayout(
  context: AppContext,
  trx: Executor,
  { transactionId, payoutId }: AccountTransaction,
  txid: string,
): Promise<void> {
  const found = trx.selectFrom('payouts').select('orderId').where('payoutId', '=', payoutId);
  const orderId = (await found.executeTakeFirst())?.orderId;
  const order = orderId === undefined ? undefined : await lockOrder(trx, orderId);
  await endOvertaken(context, trx, transactionId);
  if (order === undefined) return;
  const payout = await lockPayout(trx, order.orderId);
  if (payout === undefined || payout.status === 'failed') return;
  await failPayout(context, trx, { order, payout, txid, isGone: true });
  await clearAlarm(context, trx, 'payout_conflict', order.orderId);
}
