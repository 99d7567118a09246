import type { Executor } from '../../database/db.ts';

/** Whether we made a transaction ourselves: what it brings to our addresses was ours before. */
export async function isOwnTransaction(executor: Executor, txid: string): Promise<boolean> {
  const [payout, attempt] = [
    await executor.selectFrom('payouts').select('txid').where('txid', '=', txid).executeTakeFirst(),
    await executor.selectFrom('accountAttempts').select('txid').where('txid', '=', txid).executeTakeFirst(),
  ];
  return payout !== undefined || attempt !== undefined;
}
