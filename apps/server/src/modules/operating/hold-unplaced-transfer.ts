import type { Executor } from '../../database/db.ts';
import type { TransferRow } from '../bank-payins/store.ts';
import { OperatorFault } from './operator-fault.ts';

/** The transfer with this number at the bank, held until the transaction ends. @throws OperatorFault unless nobody has placed it */
export async function holdUnplacedTransfer(trx: Executor, outsideId: string): Promise<TransferRow> {
  const row = await trx
    .selectFrom('bankTransfers')
    .selectAll()
    .where('outsideId', '=', outsideId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new OperatorFault(`There is no transfer ${outsideId}.`);
  if (row.status !== 'unplaced') throw new OperatorFault(`The transfer ${outsideId} is ${row.status} already.`);
  return row;
}
