import type { AppContext } from '../../../context.ts';
import { type Executor, requireRightClock } from '../../../database/db.ts';
import { postEntry } from '../../../ledger/entry.ts';
import { paths } from '../../../ledger/paths.ts';
import { newUuid } from '../../../new-uuid.ts';
import { checkAddress } from '../../../providers/bitcoin/networks.ts';
import { inputBytes, smallestChange } from '../../../providers/bitcoin/select-outputs.ts';
import { createWallet, readCoinsOf, virtualBytes } from '../../../providers/bitcoin/wallet.ts';
import { ProviderError } from '../../../providers/provider-error.ts';
import { agreeWithChain, isHeld } from '../../chain-wallets/agree-with-chain.ts';
import { listOwnCoins } from '../../chain-wallets/bitcoin-spends.ts';
import { OperatorFault } from '../../operators/record-action.ts';
import type { PayoutHold } from '../../payout-holds/store.ts';
import { chooseFeeRate, targetBlocks } from '../network-cost.ts';
import { type PayoutRow, bytesOf, findPayout, isTakenBack, lockPayout } from '../store.ts';
import { isCancel, storeBytes } from './earlier-bytes.ts';
import { type FeeBumpRow, listFeeBumps, listSpent, lockChange, lockMined, markSpent } from './store.ts';
import { isTooLow, lesser, mostFee, readWaiting } from './waiting-fees.ts';

/** How long a payout, or the last transaction that pays for it, may wait for a block: about two of them. */
const patienceMs = 20 * 60_000;
/** Virtual bytes of a transaction with one input and one output of the wallet. */
const bumpBytes = 110n;

/**
 * Keeps in the network what pays for a payout, and adds to it where the payout waits for a block at a fee that has
 * become too low: a transaction that spends its change back to the wallet, beside other coins of the wallet where the
 * change alone is too little. How long it waits is judged by the clock of the process.
 *
 * @throws ProviderError, WrongClock
 */
export async function bumpFee(context: AppContext, payout: PayoutRow, isWaiting: boolean): Promise<void> {
  await requireRightClock(context.db);
  const bumps = await listFeeBumps(context.db, payout.payoutId);
  for (const bump of bumps) await sendBump(context, bump);
  if (isWaiting && isCancel(context, bytesOf(payout).rawTransaction)) return raiseCancel(context, payout);
  if (!isWaiting || !isOld(context, payout, bumps)) return;
  const estimate = await context.providers.bitcoin.estimateFeeRate(targetBlocks);
  // Without an estimate nothing shows that the fee is too low.
  if (estimate === undefined || !(await agreeWithChain(context, payout.chain))) return;
  const feeRate = chooseFeeRate(estimate);
  const signed = await context.db.transaction().execute((trx) => signBump(context, trx, payout, feeRate));
  if (signed !== undefined) await sendBump(context, signed);
}

function isOld({ clock }: AppContext, { broadcastAt }: PayoutRow, bumps: readonly FeeBumpRow[]): boolean {
  return hasWaited({ clock }, bumps.at(-1)?.createdAt ?? broadcastAt);
}

function hasWaited({ clock }: Pick<AppContext, 'clock'>, since: Date | null): boolean {
  return since !== null && since.getTime() + patienceMs <= clock.now().getTime();
}

/**
 * Dearer bytes bring the coins back in place of ones that wait at a fee that has become too low: they spend the same
 * coins, so that a block takes one of both at most.
 */
async function raiseCancel(context: AppContext, payout: PayoutRow): Promise<void> {
  const { db, log, providers } = context;
  const { bitcoin } = providers;
  const { orderId, payoutId, chain } = payout;
  const { txid, rawTransaction, fee } = bytesOf(payout);
  if (!hasWaited(context, payout.signedAt)) return;
  // Other bytes may be the ones that wait.
  if ((await bitcoin.getTransaction(txid))?.confirmations !== 0) return;
  const estimate = await bitcoin.estimateFeeRate(targetBlocks);
  if (estimate === undefined || !(await agreeWithChain(context, chain))) return;
  const rate = chooseFeeRate(estimate);
  const before = await readWaiting(db, chain, await listSpent(db, chain, payoutId));
  const all = { ...before, bytes: before.bytes + virtualBytes(rawTransaction), fee: before.fee + fee };
  if (!isTooLow(all, rate)) return;
  const missing = before.bytes * rate - before.fee;
  const terms = { rate, isBack: true, extra: missing > 0n ? missing : 0n };
  if (!(await db.transaction().execute((trx) => signDearer(context, trx, payout, terms)))) return;
  const dearer = await findPayout(db, orderId);
  const raw = dearer?.rawTransaction ?? '';
  if (raw === '' || !isCancel(context, raw)) return;
  try {
    await bitcoin.broadcast(raw);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
    // The next look puts the ones that wait in their place.
    log.warn('what brings the coins of a pay-out back was refused', { orderId, error });
  }
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

/**
 * Brings the coins of a transaction that the books do not have back to the wallet, above its fee: a block takes one of
 * both at most. What does is found as any that the books do not have. It pays at most NETWORK_FEE_MOST_PERCENT of what
 * the other pays.
 *
 * @param record is given its id before it is sent
 * @throws OperatorFault where its coins are not all known to be ours, do not pay for it, or the node takes nothing that
 *   may be paid; ProviderError while the node cannot be asked
 */
export async function bringForgottenBack(
  context: AppContext,
  { subject, details: { inputs, payments } }: PayoutHold,
  record: (txid: string) => Promise<void>,
): Promise<string> {
  const { config, providers } = context;
  const coins = await listOwnCoins(context, inputs);
  const wallet = createWallet(config);
  const own = checkAddress(wallet.address, config.BITCOIN_NETWORK);
  if (coins.length < inputs.length || !own.isValid)
    throw new OperatorFault(`Not all coins of ${subject} are known to be ours: it cannot be replaced.`);
  const total = sum(coins);
  const bytes = bumpBytes + inputBytes * BigInt(coins.length - 1);
  const wanted = bytes * chooseFeeRate(await providers.bitcoin.estimateFeeRate(targetBlocks));
  const least = total - sum(payments) + 2n * bytes;
  // What only moves coins of ours is worth all of them.
  const most = mostFee(config, sum(payments.filter(({ address }) => address !== wallet.address)) || total);
  // What spends its outputs waits with it, and is paid for too: how much that is, only the node knows.
  for (const fee of listFees(wanted > least ? wanted : least, most)) {
    if (total - fee < smallestChange)
      throw new OperatorFault(`The coins of ${subject} do not pay for what replaces it.`);
    const signed = wallet.sign({ inputs: coins, fee, change: 0n }, own.script, total - fee);
    await record(signed.txid);
    try {
      await providers.bitcoin.broadcast(signed.rawTransaction);
      return signed.txid;
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
      if (error.code !== 'underpriced') throw new OperatorFault(whyKept(subject, error), { cause: error });
    }
  }
  throw new OperatorFault(
    `More than ${config.NETWORK_FEE_MOST_PERCENT} % of what ${subject} pays would replace it: ${most} satoshi are not ` +
      'enough. Name what spends its change alone first, wait until fees fall, or give this once more with a higher ' +
      'NETWORK_FEE_MOST_PERCENT.',
  );
}

/** From the first on each twice the one before, and the most that may be paid last. */
function listFees(first: bigint, most: bigint): bigint[] {
  if (first >= most) return first === most ? [most] : [];
  return [first, ...listFees(lesser(first * 2n, most), most)];
}

function whyKept(subject: string, { code, message }: ProviderError): string {
  return code === 'conflict'
    ? `The coins of ${subject} are spent otherwise: look at chain-holds again.`
    : `The node takes nothing in place of ${subject}: ${message}`;
}

function sum(parts: readonly { amount: bigint | string }[]): bigint {
  return parts.reduce((all, { amount }) => all + BigInt(amount), 0n);
}

/** What dearer bytes of a payout pay and do. */
interface DearerTerms {
  /** Satoshi per virtual byte. */
  rate: bigint;
  /** Neither a block nor a node has bytes of it. */
  isNowhere?: boolean;
  /** Satoshi for what waits before them. */
  extra?: bigint;
  /** They bring its coins back, also where its payment was won meanwhile. */
  isBack?: boolean;
}

/** @returns whether the payout has other bytes than it was seen with; not where it cannot or may not pay more */
export async function signDearer(
  context: AppContext,
  trx: Executor,
  payout: PayoutRow,
  { rate, isNowhere = false, extra = 0n, ...terms }: DearerTerms,
): Promise<boolean> {
  const { config } = context;
  const isLost = await isTakenBack(trx, payout.orderId);
  const held = await lockPayout(trx, payout.orderId);
  // Another worker has sent or replaced them.
  if (held?.status !== payout.status || held.txid !== payout.txid) return true;
  const { chain, payoutId, amount } = held;
  if (await isHeld(trx, chain)) return false;
  const old = bytesOf(held);
  const bytes = virtualBytes(old.rawTransaction);
  const priceOf = (size: bigint) => size * rate + extra;
  const feeOf = (size: bigint) =>
    held.allowedAt === null ? lesser(priceOf(size), mostFee(config, amount)) : priceOf(size);
  const inputs = await listSpent(trx, chain, payoutId);
  const change = readCoinsOf(old.rawTransaction).amounts[1] ?? 0n;
  const isBack = terms.isBack ?? (isLost || held.status === 'freeing');
  // What brings the coins back pays of all of them, and takes no other coin: that one would be waited for with them.
  const isEnough = isBack || change + old.fee >= feeOf(bytes) + smallestChange;
  const fee = feeOf(isEnough ? bytes : bytes + inputBytes);
  // A node takes others only for a satoshi more a byte, where it has any.
  if (!isNowhere && fee < old.fee + bytes + inputBytes) return false;
  const more = isEnough ? [] : await lockMined(trx, chain, fee + smallestChange - change - old.fee, payoutId);
  if (more === undefined) return false;
  const left = [...inputs, ...more].reduce((sum, input) => sum + input.amount, 0n) - fee;
  const wallet = createWallet(config);
  const destination = checkAddress(isBack ? wallet.address : held.address, config.BITCOIN_NETWORK);
  const paid = isBack ? left : amount;
  if (!destination.isValid || left < (isBack ? smallestChange : paid)) return false;
  const selection = { inputs: [...inputs, ...more], fee, change: left - paid };
  await requireRightClock(trx);
  const signed = wallet.sign(selection, destination.script, paid);
  await storeBytes(context, trx, held, { ...signed, fee });
  return true;
}

/** What a transaction of ours brings back to the wallet can be spent from here on. */
export async function makeSpendable(trx: Executor, chain: string, txid: string): Promise<void> {
  const outputs = trx.updateTable('walletOutputs').where('chain', '=', chain).where('txid', '=', txid);
  await outputs.set({ isSpendable: true }).where('origin', '=', 'change').execute();
}
