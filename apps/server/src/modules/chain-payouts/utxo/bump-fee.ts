import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/db.ts';
import { postEntry } from '../../../ledger/entry.ts';
import { paths } from '../../../ledger/paths.ts';
import { newUuid } from '../../../new-uuid.ts';
import { checkAddress } from '../../../providers/bitcoin/networks.ts';
import { inputBytes, smallestChange } from '../../../providers/bitcoin/select-outputs.ts';
import { createWallet } from '../../../providers/bitcoin/wallet.ts';
import { chainSettings } from '../../../providers/chain-settings.ts';
import { ProviderError } from '../../../providers/provider-error.ts';
import { agreeWithChain, isHeld } from '../../chain-wallets/agree-with-chain.ts';
import { chooseFeeRate, targetBlocks } from '../network-cost.ts';
import { type PayoutRow, isTakenBack } from '../store.ts';
import {
  type FeeBumpRow,
  listFeeBumps,
  lockChange,
  lockMined,
  makeSpendable,
  markSpent,
  recordAncestors,
} from './store.ts';
import { isTooLow, lesser, mostFee, readWaiting } from './waiting-fees.ts';

/** How long a payout, or the last transaction that pays for it, may wait for a block: about two of them. */
const patienceMs = 20 * 60_000;
/** Virtual bytes of a transaction with one input and one output of the wallet. */
const bumpBytes = 110n;

/**
 * Keeps in the network what pays for a payout, and adds to it where the payout waits for a block at a fee that has
 * become too low: a transaction that spends its change back to the wallet, beside other coins of the wallet where the
 * change alone is too little.
 *
 * @throws ProviderError
 */
export async function bumpFee(context: AppContext, payout: PayoutRow, isWaiting: boolean): Promise<void> {
  const bumps = await listFeeBumps(context.db, payout.payoutId);
  for (const bump of bumps) await sendBump(context, bump);
  if (!isWaiting || !isOld(context, payout, bumps)) return;
  const estimate = await context.providers.bitcoin.estimateFeeRate(targetBlocks);
  // Without an estimate nothing shows that the fee is too low.
  if (estimate === undefined || !(await agreeWithChain(context, payout.chain))) return;
  const feeRate = chooseFeeRate(estimate);
  const signed = await context.db.transaction().execute((trx) => signBump(context, trx, payout, feeRate));
  if (signed !== undefined) await sendBump(context, signed);
}

function isOld({ clock }: AppContext, { broadcastAt }: PayoutRow, bumps: readonly FeeBumpRow[]): boolean {
  const last = bumps.at(-1)?.createdAt ?? broadcastAt;
  return last !== null && last.getTime() + patienceMs <= clock.now().getTime();
}

/** Sends bytes that the node does not have, and books the fee once. What the network refuses is tried at each poll. */
async function sendBump(context: AppContext, bump: FeeBumpRow): Promise<void> {
  const { bitcoin } = context.providers;
  if (bump.status === 'settled') return;
  if ((await bitcoin.getTransaction(bump.txid)) === undefined)
    try {
      await bitcoin.broadcast(bump.rawTransaction);
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
      return context.log.warn('what pays for a pay-out was refused', { txid: bump.txid, error });
    }
  if (bump.status === 'signed') await context.db.transaction().execute((trx) => markBumpSent(context, trx, bump));
}

async function markBumpSent(context: AppContext, trx: Executor, bump: FeeBumpRow): Promise<void> {
  const { bumpId, chain, txid, fee: amount } = bump;
  const marked = await trx
    .updateTable('feeBumps')
    .set({ status: 'sent', updatedAt: context.clock.now() })
    .where('bumpId', '=', bumpId)
    .where('status', '=', 'signed')
    .executeTakeFirst();
  if (marked.numUpdatedRows !== 1n) return;
  await makeSpendable(trx, chain, txid);
  await postEntry(trx, context, {
    kind: 'chain_fee',
    reference: bumpId,
    idempotencyKey: `fee_bump:${bumpId}`,
    postings: [{ from: paths.networkExpense, to: paths.worldChain(chain), amount, currency: 'BTC' }],
  });
}

/** @returns `undefined` where it need not, cannot or may not pay more */
async function signBump(
  context: AppContext,
  trx: Executor,
  { payoutId, orderId, chain, txid }: PayoutRow,
  feeRate: bigint,
): Promise<FeeBumpRow | undefined> {
  const { clock, config } = context;
  if (await isTakenBack(trx, orderId)) return undefined;
  const last = (await listFeeBumps(trx, payoutId)).at(-1);
  const change = await lockChange(trx, chain, last?.txid ?? txid ?? '');
  if (change === undefined || (await isHeld(trx, chain))) return undefined;
  const waiting = await readWaiting(trx, chain, [change]);
  if (!isTooLow(waiting, feeRate)) return undefined;
  const most = mostFee(config, waiting.amount) - waiting.fee;
  const feeOf = (bytes: bigint) => lesser((waiting.bytes + bytes) * feeRate - waiting.fee, most);
  const isEnough = change.amount >= feeOf(bumpBytes) + smallestChange;
  const fee = feeOf(isEnough ? bumpBytes : bumpBytes + inputBytes);
  // A node relays nothing for less than a satoshi a byte.
  if (fee < bumpBytes + inputBytes) return undefined;
  const more = isEnough ? [] : await lockMined(trx, chain, fee + smallestChange - change.amount, payoutId);
  if (more === undefined) return undefined;
  const wallet = createWallet(config);
  const own = checkAddress(wallet.address, config.BITCOIN_NETWORK);
  if (!own.isValid) throw new Error('The wallet has no valid address.');
  const inputs = [change, ...more];
  const amount = inputs.reduce((sum, input) => sum + input.amount, 0n) - fee;
  const signed = wallet.sign({ inputs, fee, change: 0n }, own.script, amount);
  if (!(await markSpent(trx, chain, payoutId, inputs))) throw new Error('An input was taken by another pay-out.');
  const createdAt = clock.now();
  const made = { chain, txid: signed.txid, createdAt };
  await trx
    .insertInto('walletOutputs')
    .values({ ...made, outputIndex: 0, amount, ancestors: change.ancestors + 1, origin: 'change', isSpendable: false })
    .execute();
  const { rawTransaction } = signed;
  return trx
    .insertInto('feeBumps')
    .values({
      ...made,
      bumpId: newUuid(context),
      payoutId,
      rawTransaction,
      fee,
      status: 'signed',
      updatedAt: createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
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
  await trx
    .updateTable('feeBumps')
    .set({ status: 'settled', updatedAt: clock.now() })
    .where('bumpId', '=', bumpId)
    .execute();
}
