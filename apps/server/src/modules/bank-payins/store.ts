import type { Selectable } from 'kysely';
import type { Executor } from '../../database/db.ts';
import type { BankRequisites, BankTransfers } from '../../database/types.generated.ts';

export type RequisitesRow = Selectable<BankRequisites>;
export type TransferRow = Selectable<BankTransfers>;

export async function findRequisites(executor: Executor, orderId: string): Promise<RequisitesRow | undefined> {
  return executor.selectFrom('bankRequisites').selectAll().where('orderId', '=', orderId).executeTakeFirst();
}

/** Transfers of an order that it was not given yet, oldest first, held until the transaction ends. */
export async function lockMatched(trx: Executor, orderId: string): Promise<TransferRow[]> {
  return trx
    .selectFrom('bankTransfers')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('status', '=', 'matched')
    .orderBy('bookedAt')
    .orderBy('transferId')
    .forUpdate()
    .execute();
}

/** Key of a transfer's money in the ledger and in settlement. */
export function moneyKey({ transferId }: Pick<TransferRow, 'transferId'>): string {
  return `bank_payin:${transferId}`;
}
