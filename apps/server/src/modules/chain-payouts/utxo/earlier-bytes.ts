import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/db.ts';
import { postEntry } from '../../../ledger/entry.ts';
import { paths } from '../../../ledger/paths.ts';
import type { NodeTransaction } from '../../../providers/bitcoin/port.ts';
import { readCoinsOf } from '../../../providers/bitcoin/wallet.ts';
import { type PayoutRow, bytesOf } from '../store.ts';
import { spendExactly } from './store.ts';

/** Earlier bytes of a payout that the network has, where nothing spends the change of the present ones yet. */
export async function findEarlier(context: AppContext, payout: PayoutRow): Promise<NodeTransaction | undefined> {
  const earlier = await context.db
    .selectFrom('replacedPayouts')
    .select('txid')
    .where('payoutId', '=', payout.payoutId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('walletOutputs')
            .select('txid')
            .where('chain', '=', payout.chain)
            .where('txid', '=', payout.txid)
            .where('spentByPayoutId', 'is not', null),
        ),
      ),
    )
    .execute();
  for (const { txid } of earlier) {
    const found = await context.providers.bitcoin.getTransaction(txid);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The network has taken earlier bytes of a payout: they are the payout, and its fee is theirs. */
export async function restoreEarlier(
  context: AppContext,
  trx: Executor,
  payout: PayoutRow,
  txid: string,
): Promise<void> {
  const { chain, currency, status } = payout;
  const earlier = await trx
    .selectFrom('replacedPayouts')
    .select(['txid', 'rawTransaction', 'fee'])
    .where('txid', '=', txid)
    .executeTakeFirstOrThrow();
  const saved = bytesOf(payout).fee - earlier.fee;
  await storeBytes(context, trx, payout, earlier);
  if (status === 'signed' || saved === 0n) return;
  const postings =
    saved > 0n
      ? { from: paths.worldChain(chain), to: paths.networkExpense, amount: saved, currency }
      : { from: paths.networkExpense, to: paths.worldChain(chain), amount: -saved, currency };
  await postEntry(trx, context, {
    kind: 'chain_fee',
    reference: payout.payoutId,
    idempotencyKey: `replaced:${bytesOf(payout).txid}:${txid}`,
    postings: [postings],
  });
}

/** Bytes and coins of a payout become these; the present ones are kept as earlier ones. */
export async function storeBytes(
  { clock }: AppContext,
  trx: Executor,
  { payoutId, chain, ...present }: PayoutRow,
  { txid, rawTransaction, fee }: { txid: string; rawTransaction: string; fee: bigint },
): Promise<void> {
  const now = clock.now();
  const old = bytesOf({ payoutId, chain, ...present });
  const { inputs, amounts } = readCoinsOf(rawTransaction);
  await trx
    .insertInto('replacedPayouts')
    .values({ payoutId, ...old, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await spendExactly(trx, chain, payoutId, inputs);
  await trx
    .updateTable('walletOutputs')
    .set({ txid, amount: amounts[1] ?? 0n })
    .where('chain', '=', chain)
    .where('txid', '=', old.txid)
    .where('origin', '=', 'change')
    .execute();
  await trx
    .updateTable('payouts')
    .set({ txid, rawTransaction, fee, updatedAt: now })
    .where('payoutId', '=', payoutId)
    .execute();
}
