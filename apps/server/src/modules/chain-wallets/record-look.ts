import type { AppContext } from '../../context.ts';
import type { EvmTransaction } from '../../providers/evm/port.ts';
import { type AccountAttempt, type AccountTransaction, listAttempts, lockTransaction } from './account-store.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/entry.ts';
import { chainSettings } from '../../providers/chain-settings.ts';
import { etherCode } from '../../providers/evm/token-address.ts';

/** Which bytes of a nonce the network has. At most one set of them can ever be in the chain. */
interface AccountLook {
  attempt: AccountAttempt;
  found: EvmTransaction;
}

/**
 * The state of a transaction: the bytes that are in a block, or else the newest ones that the node has.
 *
 * @throws ProviderError
 */
export async function lookAtTransaction(
  { db, providers }: AppContext,
  transactionId: string,
): Promise<AccountLook | undefined> {
  let known: AccountLook | undefined;
  for (const attempt of await listAttempts(db, transactionId)) {
    const seen = await providers.evm.getTransaction(attempt.txid);
    if (seen === undefined) continue;
    // A cancel moves nothing, in a block like any other.
    const found = { ...seen, isFailed: seen.isFailed || attempt.isCancel };
    if (found.confirmations > 0) return { attempt, found };
    known ??= { attempt, found };
  }
  return known;
}

/**
 * Stores the state of a transaction, in the caller's transaction, and adjusts the ledger's fee to the chain's: a
 * reorganisation can change it or take it back.
 */
export async function recordLook(
  context: AppContext,
  trx: Executor,
  transactionId: string,
  look: AccountLook | undefined,
): Promise<void> {
  const row = await lockTransaction(trx, transactionId);
  const found = look?.found;
  const isMined = found !== undefined && found.confirmations > 0;
  const fee = isMined ? found.fee : 0n;
  const now = context.clock.now();
  const isChanged = fee !== row.bookedFee;
  if (isChanged) await bookFee(context, trx, row, fee - row.bookedFee);
  await trx
    .updateTable('accountTransactions')
    .set({
      status: statusAfter(context, row, look),
      minedAt: isMined ? (row.minedAt ?? now) : null,
      ...(isMined && { amount: movedBy(row, found) }),
      updatedAt: now,
      ...(isChanged && { bookedFee: fee, feeEntries: row.feeEntries + 1 }),
    })
    .where('transactionId', '=', transactionId)
    .execute();
}

/** How much a collection of ether moves depends on which of its bytes a block takes: they pay their fee of it. */
function movedBy({ purpose, currency, amount }: AccountTransaction, { isFailed, transfers }: EvmTransaction): bigint {
  if (isFailed || purpose !== 'collect' || currency !== etherCode) return amount;
  return transfers.find(({ place }) => place === -1)?.amount ?? amount;
}

/** Other bytes have used the number of a transaction: none of its own is ever in a block, and it has cost nothing. */
export async function endOvertaken(context: AppContext, trx: Executor, transactionId: string): Promise<void> {
  await recordLook(context, trx, transactionId, undefined);
  const own = trx.updateTable('accountTransactions').where('transactionId', '=', transactionId);
  await own.set({ status: 'cancelled' }).execute();
}

function statusAfter({ config }: AppContext, row: AccountTransaction, look: AccountLook | undefined): string {
  const confirmations = look?.found.confirmations ?? 0;
  if (confirmations === 0) return row.status === 'signed' ? 'signed' : 'sent';
  const hasMoved = look?.found.isFailed === false;
  if (confirmations < chainSettings(config, 'ethereum').settledConfirmations) return hasMoved ? 'mined' : 'failed';
  if (hasMoved) return 'settled';
  return look?.attempt.isCancel === true ? 'cancelled' : 'reverted';
}

async function bookFee(
  context: AppContext,
  trx: Executor,
  { transactionId, chain, feeEntries }: AccountTransaction,
  difference: bigint,
): Promise<void> {
  const [expense, world] = [paths.networkExpense, paths.worldChain(chain)];
  const posting =
    difference > 0n
      ? { from: expense, to: world, amount: difference }
      : { from: world, to: expense, amount: -difference };
  await postEntry(trx, context, {
    kind: 'chain_fee',
    reference: transactionId,
    idempotencyKey: `chain_fee:${transactionId}:${feeEntries + 1}`,
    postings: [{ ...posting, currency: etherCode }],
  });
}
