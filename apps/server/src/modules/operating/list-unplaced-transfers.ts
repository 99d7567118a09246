import type { AppContext } from '../../context.ts';
import type { TransferRow } from '../bank-payins/store.ts';

/** Transfers of which nobody knows whose they are, oldest first. */
export async function listUnplacedTransfers({ db }: Pick<AppContext, 'db'>): Promise<TransferRow[]> {
  return db.selectFrom('bankTransfers').selectAll().where('status', '=', 'unplaced').orderBy('bookedAt').execute();
}
