import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/db.ts';
import { postEntry } from '../../../ledger/entry.ts';
import { paths } from '../../../ledger/paths.ts';
import { newUuid } from '../../../new-uuid.ts';
import type { NodeTransaction } from '../../../providers/bitcoin/port.ts';
import { createWallet, readCoinsOf } from '../../../providers/bitcoin/wallet.ts';
import { chainSettings } from '../../../providers/chain-settings.ts';
import { type PayoutRow, bytesOf } from '../store.ts';
import { countAncestors, endBumps, spendExactly } from './store.ts';

/** Bytes of a payout that the network has; `isCancel`: they bring all its coins back to the wallet. */
type FoundBytes = NodeTransaction & { isCancel: boolean };

/** The present bytes of a payout or earlier ones, whichever the network has. */
export async function findBytes(context: AppContext, payout: PayoutRow): Promise<FoundBytes | undefined> {
  const { txid, rawTransaction } = bytesOf(payout);
  const found = await context.providers.bitcoin.getTransaction(txid);
  return found === undefined ? findEarlier(context, payout) : { ...found, isCancel: isCancel(context, rawTransaction) };
}

/** Earlier bytes of a payout that the network has: for good, where something spends the change of the present ones. */
export async function findEarlier(context: AppContext, payout: PayoutRow): Promise<FoundBytes | undefined> {
  const bytes = context.db.selectFrom('replacedPayouts').select(['txid', 'rawTransaction']);
  const earlier = await bytes.where('payoutId', '=', payout.payoutId).execute();
  const spent = context.db
    .selectFrom('walletOutputs')
    .select('txid')
    .where('chain', '=', payout.chain)
    .where('txid', '=', payout.txid)
    .where('spentByPayoutId', 'is not', null);
  const isSpent = earlier.length > 0 && (await spent.executeTakeFirst()) !== undefined;
  const needed = isSpent ? chainSettings(context.config, 'bitcoin').settledConfirmations : 0;
  for (const { txid, rawTransaction } of earlier) {
    const found = await context.providers.bitcoin.getTransaction(txid);
    if (found !== undefined && found.confirmations >= needed)
      return { ...found, isCancel: isCancel(context, rawTransaction) };
  }
  return undefined;
}

/** Whether bytes bring all their coins back to the wallet, as the payment of their payout was taken back. */
export function isCancel({ config }: AppContext, rawTransaction: string): boolean {
  return createWallet(config)
    .ownOutputs(rawTransaction)
    .some(({ outputIndex }) => outputIndex === 0);
}

/**
 * The network has taken earlier bytes of a payout: they are the payout, and its fee is theirs. What paid for the
 * present ones is never in a block; nor is what other payouts made of their change, which ends as those lose that coin.
 */
export async function restoreEarlier(
  context: AppContext,
  trx: Executor,
  payout: PayoutRow,
  txid: string,
): Promise<void> {
  const earlier = await trx
    .selectFrom('replacedPayouts')
    .select(['txid', 'rawTransaction', 'fee'])
    .where('txid', '=', txid)
    .executeTakeFirstOrThrow();
  await endBumps(context, trx, payout);
  await storeBytes(context, trx, payout, earlier);
}

/**
 * Bytes and coins of a payout become these; the present ones are kept as earlier ones. Where the books have a fee
 * already it becomes that of these.
 */
export async function storeBytes(
  context: AppContext,
  trx: Executor,
  { payoutId, chain, currency, status, ...present }: PayoutRow,
  { txid, rawTransaction, fee }: { txid: string; rawTransaction: string; fee: bigint },
): Promise<void> {
  const now = context.clock.now();
  const old = bytesOf({ payoutId, chain, currency, status, ...present });
  const { inputs } = readCoinsOf(rawTransaction);
  const outputs = trx.deleteFrom('walletOutputs').where('chain', '=', chain).where('txid', '=', old.txid);
  await outputs.where('origin', '=', 'change').execute();
  await trx
    .insertInto('replacedPayouts')
    .values({ payoutId, ...old, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await spendExactly(trx, chain, payoutId, inputs);
  const isSpendable = status !== 'signed' && status !== 'freeing' && !isCancel(context, rawTransaction);
  const row = { chain, txid, ancestors: await countAncestors(trx, chain, payoutId), createdAt: now };
  for (const output of createWallet(context.config).ownOutputs(rawTransaction))
    await trx
      .insertInto('walletOutputs')
      .values({ ...row, ...output, origin: 'change', isSpendable })
      .execute();
  await trx
    .updateTable('payouts')
    .set({ txid, rawTransaction, fee, signedAt: now, updatedAt: now })
    .where('payoutId', '=', payoutId)
    .execute();
  const saved = old.fee - fee;
  if (status === 'signed' || saved === 0n) return;
  const postings =
    saved > 0n
      ? { from: paths.worldChain(chain), to: paths.networkExpense, amount: saved, currency }
      : { from: paths.networkExpense, to: paths.worldChain(chain), amount: -saved, currency };
  await postEntry(trx, context, {
    kind: 'chain_fee',
    reference: payoutId,
    // They may change back and forth: what is booked is decided under the payout's lock.
    idempotencyKey: `replaced:${newUuid(context)}`,
    postings: [postings],
  });
}
