import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/db.ts';
import { postEntry } from '../../../ledger/entry.ts';
import { paths } from '../../../ledger/paths.ts';
import { checkAddress } from '../../../providers/bitcoin/networks.ts';
import { type Selection, selectOutputs, smallestChange } from '../../../providers/bitcoin/select-outputs.ts';
import { type SignedTransaction, createWallet } from '../../../providers/bitcoin/wallet.ts';
import { chainSettings } from '../../../providers/chain-settings.ts';
import { bumpFee, makeSpendable } from './bump-fee.ts';
import { findBytes, isCancel, restoreEarlier } from './earlier-bytes.ts';
import { bringBack, findLost, replaceBytes, lookAtBumps } from './replace-bytes.ts';
import { payForWaiting } from './waiting-fees.ts';
import { chooseFeeRate, targetBlocks } from '../network-cost.ts';
import type { PayoutChain, SignedPayout } from '../payout-chain.ts';
import { type PayoutRow, bytesOf } from '../store.ts';
import { lockFreeOutputs, markSpent, recordAncestors, restsUntilBlock, sumUnspent } from './store.ts';

/** More virtual bytes than a transaction with one input has. */
const feeBound = 200n;

/** Pays out of outputs, each of which one transaction alone can spend. */
export const utxoChain: PayoutChain = {
  prepare: async (context) => {
    const feeRate = chooseFeeRate(await context.providers.bitcoin.estimateFeeRate(targetBlocks));
    return (trx, payout) => sign(context, trx, payout, feeRate);
  },
  isShort: async ({ db }, { chain, amount }) => (await sumUnspent(db, chain)) < amount,
  isBusy: async ({ db }, { chain, amount }) =>
    (await sumUnspent(db, chain)) > amount * 2n || (await restsUntilBlock(db, chain)),
  send: async (context, payout) => {
    const { txid, rawTransaction } = bytesOf(payout);
    const purpose = isCancel(context, rawTransaction) ? 'cancel' : 'transfer';
    if (purpose === 'transfer' && (await bringBack(context, payout))) return 'replaced';
    try {
      await context.providers.bitcoin.broadcast(rawTransaction);
    } catch (error) {
      if ((await context.providers.bitcoin.getTransaction(txid)) !== undefined) return purpose;
      const isOpen = payout.status === 'signed' || payout.status === 'freeing';
      if (isOpen && (await replaceBytes(context, payout, error))) return 'replaced';
      throw error;
    }
    return purpose;
  },
  feePostings: (payout) => {
    const { chain, currency, status } = payout;
    // What brings the coins of a lost one back has booked it.
    if (status === 'freeing') return [];
    return [{ from: paths.networkExpense, to: paths.worldChain(chain), amount: bytesOf(payout).fee, currency }];
  },
  // Change can be spent once its own transaction was sent.
  markPayoutSent: (_context, trx, payout) => makeSpendable(trx, payout.chain, bytesOf(payout).txid),
  markFreeing: async (context, trx, payout) => {
    const { chain, currency, payoutId } = payout;
    const { txid, fee: amount } = bytesOf(payout);
    await postEntry(trx, context, {
      kind: 'chain_fee',
      reference: payoutId,
      idempotencyKey: `freeing:${txid}`,
      postings: [{ from: paths.networkExpense, to: paths.worldChain(chain), amount, currency }],
    });
  },
  look: async (context, payout) => {
    const found = await findBytes(context, payout);
    const txid = found?.txid ?? bytesOf(payout).txid;
    const bumps = await lookAtBumps(context, payout);
    return {
      found: found && { ...found, isFailed: false },
      isOpen: bumps.isOpen,
      record: async (trx) => {
        if (txid !== payout.txid) await restoreEarlier(context, trx, payout, txid);
        await recordAncestors(trx, { ...payout, txid }, found?.confirmations ?? 0);
        await bumps.record(trx);
        const depth = chainSettings(context.config, 'bitcoin').settledConfirmations;
        if (found?.isCancel === true && found.confirmations >= depth) await makeSpendable(trx, payout.chain, txid);
      },
    };
  },
  findLost,
  hurry: bumpFee,
};

async function sign(
  context: AppContext,
  trx: Executor,
  payout: PayoutRow,
  feeRate: bigint,
): Promise<SignedPayout | undefined> {
  const { BITCOIN_NETWORK } = context.config;
  const destination = checkAddress(payout.address, BITCOIN_NETWORK);
  if (!destination.isValid) throw new Error(`The pay-out of order ${payout.orderId} has no valid address.`);
  const enough = payout.amount + feeBound * feeRate + smallestChange;
  const free = await lockFreeOutputs(trx, payout.chain, enough);
  const chosen = selectOutputs(free, payout.amount, destination.script.length, feeRate);
  if (chosen === undefined) return undefined;
  const ancestors = free
    .filter((output) => chosen.inputs.includes(output))
    .reduce((sum, output) => sum + output.ancestors, 1);
  const selection =
    ancestors === 1 ? chosen : await payForWaiting(context, trx, payout, { selection: chosen, feeRate });
  const signed = createWallet(context.config).sign(selection, destination.script, payout.amount);
  await storeOutputs(context, trx, payout, selection, { ...signed, ancestors });
  return { txid: signed.txid, rawTransaction: signed.rawTransaction, fee: selection.fee, likelyFee: selection.fee };
}

async function storeOutputs(
  { clock }: AppContext,
  trx: Executor,
  { payoutId, chain }: PayoutRow,
  { inputs, change }: Selection,
  { txid, changeIndex, ancestors }: SignedTransaction & { ancestors: number },
): Promise<void> {
  if (!(await markSpent(trx, chain, payoutId, inputs))) throw new Error('An input was taken by another pay-out.');
  if (changeIndex === undefined) return;
  const row = { chain, txid, outputIndex: changeIndex, amount: change, ancestors, createdAt: clock.now() };
  await trx
    .insertInto('walletOutputs')
    .values({ ...row, origin: 'change', isSpendable: false })
    .execute();
}
