import type { Selectable } from 'kysely';
import type { Executor } from '../../database/db.ts';
import type { Payouts } from '../../database/types.generated.ts';

export type PayoutRow = Selectable<Payouts>;

export async function findPayout(executor: Executor, orderId: string): Promise<PayoutRow | undefined> {
  return executor.selectFrom('payouts').selectAll().where('orderId', '=', orderId).executeTakeFirst();
}

/** The pay-out, held until the transaction ends. */
export async function lockPayout(trx: Executor, orderId: string): Promise<PayoutRow | undefined> {
  return trx.selectFrom('payouts').selectAll().where('orderId', '=', orderId).forUpdate().executeTakeFirst();
}

/** What was signed. @throws Error before that */
export function bytesOf({ orderId, txid, rawTransaction, fee }: PayoutRow): {
  txid: string;
  rawTransaction: string;
  fee: bigint;
} {
  if (txid === null || rawTransaction === null || fee === null)
    throw new Error(`The pay-out of order ${orderId} is signed but has no bytes.`);
  return { txid, rawTransaction, fee };
}
