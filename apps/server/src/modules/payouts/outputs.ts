import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';
import type { SpendableOutput } from '../../providers/bitcoin/select-outputs.ts';

/** Most outputs looked at for one pay-out. */
const outputsMax = 200;

/**
 * Free outputs to choose from that nobody else is choosing from just now, held until the transaction ends: one
 * that is enough by itself where there is one, so that pay-outs at the same time do not wait for each other, or
 * else all of them.
 */
export async function lockFreeOutputs(trx: Executor, chain: string, enough: bigint): Promise<SpendableOutput[]> {
  const one = await selectFree(trx, chain).where('amount', '>=', enough).orderBy('amount').limit(1).execute();
  return one.length > 0 ? one : selectFree(trx, chain).orderBy('amount', 'desc').limit(outputsMax).execute();
}

function selectFree(trx: Executor, chain: string) {
  return trx
    .selectFrom('walletOutputs')
    .select(['txid', 'outputIndex', 'amount', 'keyIndex'])
    .where('chain', '=', chain)
    .where('spentByPayoutId', 'is', null)
    .where('isSpendable', '=', true)
    .forUpdate()
    .skipLocked();
}

/**
 * What the wallet has on a chain that no pay-out uses yet: what can be spent, and change that can be once it is sent.
 * What the chain has taken away would keep a wallet that has nothing busy for ever.
 */
export async function sumUnspent(executor: Executor, chain: string): Promise<bigint> {
  const row = await executor
    .selectFrom('walletOutputs')
    .select(sql<bigint>`coalesce(sum(amount), 0)`.as('total'))
    .where('chain', '=', chain)
    .where('spentByPayoutId', 'is', null)
    .where(({ eb, or }) => or([eb('isSpendable', '=', true), eb('origin', '=', 'change')]))
    .executeTakeFirstOrThrow();
  return row.total;
}

/** @returns whether all of them were free until now */
export async function markSpent(
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
