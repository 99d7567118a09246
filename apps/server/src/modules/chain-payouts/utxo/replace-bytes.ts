import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/db.ts';
import { chainSettings } from '../../../providers/chain-settings.ts';
import { readCoinsOf, virtualBytes } from '../../../providers/bitcoin/wallet.ts';
import { ProviderError } from '../../../providers/provider-error.ts';
import { agreeWithChain } from '../../chain-wallets/agree-with-chain.ts';
import { isBehind, listTaken } from '../../chain-wallets/bitcoin-spends.ts';
import type { LostCoins } from '../payout-chain.ts';
import { chooseFeeRate, targetBlocks } from '../network-cost.ts';
import { type PayoutRow, bytesOf, isUnsentLost, lockPayout } from '../store.ts';
import { signDearer } from './bump-fee.ts';
import { findBytes, findEarlier, restoreEarlier } from './earlier-bytes.ts';
import { type FeeBumpRow, freeCoins, listFeeBumps, recordAncestors } from './store.ts';
import { isPending, listTxids } from './waiting-fees.ts';

/**
 * Replaces bytes that the network refuses for their fee by dearer ones that spend the same coins, so that a block takes
 * one of both at most; and those whose coins earlier ones have spent by these. Where the payment was taken back the
 * dearer ones bring the coins back to the wallet.
 *
 * @returns whether the payout has other bytes now, which are to be sent
 * @throws ProviderError
 */
export async function replaceBytes(context: AppContext, payout: PayoutRow, error: unknown): Promise<boolean> {
  if (!(error instanceof ProviderError) || error.kind !== 'refused') return false;
  if (error.code === 'conflict') {
    const earlier = await findEarlier(context, payout);
    if (earlier === undefined) return false;
    return context.db.transaction().execute(async (trx) => {
      const held = await lockPayout(trx, payout.orderId);
      if (held?.status === payout.status && held.txid === payout.txid)
        await restoreEarlier(context, trx, held, earlier.txid);
      return true;
    });
  }
  return error.code === 'underpriced' && outbid(context, payout);
}

/**
 * Replaces bytes whose payment was taken back by ones that bring their coins back. Those that were sent before stay:
 * their coins may have arrived.
 *
 * @returns whether the payout has other bytes now
 * @throws ProviderError where they cannot be replaced yet
 */
export async function bringBack(context: AppContext, payout: PayoutRow): Promise<boolean> {
  const isLost = payout.status === 'freeing' || (await isUnsentLost(context, payout));
  const found = isLost ? await findBytes(context, payout) : undefined;
  if (!isLost || found?.isCancel === false) return false;
  if (await outbid(context, payout, { isNowhere: found === undefined })) return true;
  throw new ProviderError('bitcoin', 'refused', { code: 'unwanted', message: 'Its payment was taken back.' });
}

/** Coins that neither a block nor a node has, where none has any bytes of their payout either. */
export async function findLost(context: AppContext, payout: PayoutRow): Promise<LostCoins | undefined> {
  const { bitcoin } = context.providers;
  const height = await bitcoin.getHeight();
  if (await isBehind(context, height)) return undefined;
  const since = /^lost_coin:(\d+)$/.exec(payout.holdReason)?.[1];
  const mark = `lost_coin:${since ?? height}`;
  const isFinal = height - Number(since ?? height) >= chainSettings(context.config, 'bitcoin').settledConfirmations;
  // A look is a scan of all coins of the chain.
  if (since !== undefined && !isFinal) return { isFinal, mark, free: async () => {} };
  const isThere = async (txid: string) => (await bitcoin.getTransaction(txid)) !== undefined;
  for (const txid of await listTxids(context.db, payout)) if (await isThere(txid)) return undefined;
  const { inputs } = readCoinsOf(bytesOf(payout).rawTransaction);
  const coins = await listTaken(context, inputs);
  for (const coin of inputs)
    if (!(await isThere(coin.txid)) && !(await isPending(context.db, coin.txid))) coins.push(coin);
  return coins.length === 0 ? undefined : { isFinal, mark, free: (trx) => freeCoins(context, trx, payout, coins) };
}

/** @returns whether the payout has dearer bytes now */
async function outbid(context: AppContext, payout: PayoutRow, { isNowhere = false } = {}): Promise<boolean> {
  const estimate = await context.providers.bitcoin.estimateFeeRate(targetBlocks);
  if (!(await agreeWithChain(context, payout.chain))) return false;
  const { fee, rawTransaction } = bytesOf(payout);
  const [asked, twice] = [chooseFeeRate(estimate), (fee * 2n) / virtualBytes(rawTransaction)];
  const rate = chooseFeeRate(asked > twice ? asked : twice);
  return context.db.transaction().execute((trx) => signDearer(context, trx, payout, { rate, isNowhere }));
}

/** What became of the transactions that pay for a payout; `isOpen` while one of them is not final. */
export async function lookAtBumps(
  context: AppContext,
  { payoutId, chain }: PayoutRow,
): Promise<{ isOpen: boolean; record: (trx: Executor) => Promise<void> }> {
  const depth = chainSettings(context.config, 'bitcoin').settledConfirmations;
  const looks: { bump: FeeBumpRow; confirmations: number }[] = [];
  for (const bump of await listFeeBumps(context.db, payoutId)) {
    if (bump.status === 'settled') continue;
    const found = await context.providers.bitcoin.getTransaction(bump.txid);
    looks.push({ bump, confirmations: found?.confirmations ?? 0 });
  }
  return {
    isOpen: looks.some(({ bump, confirmations }) => bump.status === 'signed' || confirmations < depth),
    record: async (trx) => {
      for (const { bump, confirmations } of looks) {
        await recordAncestors(trx, { chain, txid: bump.txid }, confirmations);
        if (bump.status === 'sent' && confirmations >= depth) await markBumpSettled(context, trx, bump);
      }
    },
  };
}

async function markBumpSettled({ clock }: AppContext, trx: Executor, { bumpId }: FeeBumpRow): Promise<void> {
  const settled = { status: 'settled', updatedAt: clock.now() };
  await trx.updateTable('feeBumps').set(settled).where('bumpId', '=', bumpId).execute();
}
