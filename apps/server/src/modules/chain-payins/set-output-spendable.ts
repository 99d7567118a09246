import type { Executor } from '../../database/db.ts';
import type { DepositRow } from './store.ts';

/** On Bitcoin: whether a pay-out may use the output that a deposit is. */
export async function setOutputSpendable(
  trx: Executor,
  { chain, txid, outputIndex }: DepositRow,
  isSpendable: boolean,
): Promise<void> {
  await trx
    .updateTable('walletOutputs')
    .set({ isSpendable })
    .where('chain', '=', chain)
    .where('txid', '=', txid)
    .where('outputIndex', '=', outputIndex)
    .where('origin', '=', 'deposit')
    .execute();
}
