import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { checkAddress } from '../../providers/bitcoin/networks.ts';
import {
  type Selection,
  type SpendableOutput,
  selectOutputs,
  smallestChange,
} from '../../providers/bitcoin/select-outputs.ts';
import { type SignedTransaction, createWallet, virtualBytes } from '../../providers/bitcoin/wallet.ts';
import { chooseFeeRate, targetBlocks } from './network-cost.ts';
import type { PayoutChain, SignedPayout } from './payout-chain.ts';
import { type PayoutRow, bytesOf } from './store.ts';
import { sql } from 'kysely';

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
  send: async ({ providers }, payout) => {
    const { txid, rawTransaction } = bytesOf(payout);
    try {
      await providers.bitcoin.broadcast(rawTransaction);
    } catch (error) {
      if ((await providers.bitcoin.getTransaction(txid)) === undefined) throw error;
    }
    return 'transfer';
  },
  feePostings: (payout) => {
    const { chain, currency } = payout;
    return [{ from: paths.networkExpense, to: paths.worldChain(chain), amount: bytesOf(payout).fee, currency }];
  },
  // Change can be spent once its own transaction was sent.
  markPayoutSent: async (_context, trx, payout) =>
    void (await trx
      .updateTable('walletOutputs')
      .set({ isSpendable: true })
      .where('chain', '=', payout.chain)
      .where('txid', '=', bytesOf(payout).txid)
      .where('origin', '=', 'change')
      .execute()),
  look: async ({ providers }, payout) => {
    const found = await providers.bitcoin.getTransaction(bytesOf(payout).txid);
    return {
      found: found && { ...found, isFailed: false, isCancel: false },
      record: (trx) => recordAncestors(trx, payout, found?.confirmations ?? 0),
    };
  },
  // Its fee was chosen for six blocks; where that was too low, the next payout that spends its change pays for both.
  hurry: async () => undefined,
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
  const free = await lockFreeOutputs(trx, payout.chain, payout.amount + feeBound * feeRate);
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

/**
 * A block takes a transaction no sooner than those that it spends from. Where the change of payouts must be spent that
 * wait at a fee too low by now, this one pays what is missing, as far as the fee of a payout may go without a person.
 */
async function payForWaiting(
  { config }: Pick<AppContext, 'config'>,
  trx: Executor,
  { chain, amount }: PayoutRow,
  { selection, feeRate }: { selection: Selection; feeRate: bigint },
): Promise<Selection> {
  const { bytes, fee } = await readWaiting(trx, chain, selection.inputs);
  const wanted = bytes * feeRate;
  // A little too low is no reason to pay twice.
  if (fee * 5n >= wanted * 4n) return selection;
  const most = (amount * BigInt(config.NETWORK_FEE_MOST_PERCENT)) / 100n - selection.fee;
  const extra = wanted - fee < most ? wanted - fee : most;
  if (extra <= 0n || selection.change - extra < smallestChange) return selection;
  return { ...selection, fee: selection.fee + extra, change: selection.change - extra };
}

/** The waiting payouts whose change is spent, and those whose change these spend. */
async function readWaiting(
  trx: Executor,
  chain: string,
  inputs: readonly SpendableOutput[],
): Promise<{ bytes: bigint; fee: bigint }> {
  const txids = [...new Set(inputs.map(({ txid }) => txid))];
  const { rows } = await sql<{ fee: bigint; rawTransaction: string }>`
    with recursive waiting as (
      select payout_id, fee, raw_transaction from payouts
      where chain = ${chain} and txid = any(${txids}::text[]) and status in ('signed', 'broadcast') and confirmations <= 0
      union
      select before.payout_id, before.fee, before.raw_transaction
      from waiting join wallet_outputs spent on spent.spent_by_payout_id = waiting.payout_id and spent.origin = 'change'
        join payouts before on before.chain = spent.chain and before.txid = spent.txid
      where before.status in ('signed', 'broadcast') and before.confirmations <= 0
    ) select fee, raw_transaction from waiting
  `.execute(trx);
  const bytes = rows.reduce((sum, { rawTransaction }) => sum + virtualBytes(rawTransaction), 0n);
  return { bytes, fee: rows.reduce((sum, { fee }) => sum + fee, 0n) };
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

/** With how many transactions before it wait for a block, its own included. */
type FreeOutput = SpendableOutput & { ancestors: number };

/** Most outputs considered for one payout. */
const outputsMax = 200;

/**
 * Free outputs that no other transaction is choosing from, locked until the transaction ends: one that is enough by
 * itself where there is one, so that simultaneous payouts do not wait for each other, or else all of them.
 */
async function lockFreeOutputs(trx: Executor, chain: string, enough: bigint): Promise<FreeOutput[]> {
  // Coins in a block before change that waits: a transaction that no block takes holds back what spends its change.
  const one = await selectFree(trx, chain)
    .where('amount', '>=', enough)
    .orderBy(({ eb }) => eb('ancestors', '>', 0))
    .orderBy('amount')
    .limit(1)
    .execute();
  if (one.length > 0) return one;
  const all = await selectFree(trx, chain).orderBy('amount', 'desc').limit(outputsMax).execute();
  let room = ancestorsMost;
  return all.filter(({ ancestors }) => {
    const fits = ancestors <= room;
    if (fits) room -= ancestors;
    return fits;
  });
}

/**
 * Most waiting transactions behind each other: a node takes 25, of which recipients need some for what they do with
 * their coins.
 */
const ancestorsMost = 20;

/** Whether change of waiting payouts is left alone until a block has some of them. */
async function restsUntilBlock(executor: Executor, chain: string): Promise<boolean> {
  const resting = await executor
    .selectFrom('walletOutputs')
    .select('txid')
    .where('chain', '=', chain)
    .where('spentByPayoutId', 'is', null)
    .where('ancestors', '>', ancestorsMost - 1)
    .limit(1)
    .executeTakeFirst();
  return resting !== undefined;
}

/** Change of a transaction in a block has nothing that waits before it; that of one that left a block may have. */
async function recordAncestors(trx: Executor, { chain, txid }: PayoutRow, confirmations: number): Promise<void> {
  if (txid === null) return;
  await trx
    .updateTable('walletOutputs')
    .set(confirmations > 0 ? { ancestors: 0 } : (row) => ({ ancestors: row.fn('greatest', ['ancestors', row.lit(1)]) }))
    .where('chain', '=', chain)
    .where('txid', '=', txid)
    .where('origin', '=', 'change')
    .execute();
}

function selectFree(trx: Executor, chain: string) {
  return trx
    .selectFrom('walletOutputs')
    .select(['txid', 'outputIndex', 'amount', 'keyIndex', 'ancestors'])
    .where('chain', '=', chain)
    .where('spentByPayoutId', 'is', null)
    .where('isSpendable', '=', true)
    .where('ancestors', '<', ancestorsMost)
    .forUpdate()
    .skipLocked();
}

/**
 * Coins of the wallet on a chain that no payout uses yet: spendable ones, and change that will be once it is sent.
 * Outputs removed by a reorganisation would otherwise make an empty wallet seem busy for ever.
 */
async function sumUnspent(executor: Executor, chain: string): Promise<bigint> {
  const row = await executor
    .selectFrom('walletOutputs')
    .select(sql<bigint>`coalesce(sum(amount), 0)`.as('total'))
    .where('chain', '=', chain)
    .where('spentByPayoutId', 'is', null)
    .where(({ eb, or }) => or([eb('isSpendable', '=', true), eb('origin', '=', 'change')]))
    .executeTakeFirstOrThrow();
  return row.total;
}

/** @returns whether all of them were free */
async function markSpent(
  trx: Executor,
  chain: string,
  payoutId: string,
  inputs: readonly SpendableOutput[],
): Promise<boolean> {
  let count = 0n;
  for (const { txid, outputIndex } of inputs) {
    const marked = await trx
      .updateTable('walletOutputs')
      .set({ spentByPayoutId: payoutId })
      .where('chain', '=', chain)
      .where('txid', '=', txid)
      .where('outputIndex', '=', outputIndex)
      .where('spentByPayoutId', 'is', null)
      .executeTakeFirst();
    count += marked.numUpdatedRows;
  }
  return count === BigInt(inputs.length);
}
