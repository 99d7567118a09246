import type { AppContext } from '../../context.ts';
import { accountParts } from './account-parts.ts';

/**
 * Erases what was kept of accounts whose time is over: the sealed data, and what every room still had.
 *
 * @returns how many accounts were erased
 */
export async function eraseDeleted({ db, clock }: AppContext): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const erased = await trx
      .deleteFrom('deletedClients')
      .where('eraseAfter', '<=', clock.now())
      .returning('clientId')
      .execute();
    const ids = erased.map(({ clientId }) => clientId);
    if (ids.length === 0) return 0;
    for (const { erase } of accountParts) await erase?.(trx, ids);
    return ids.length;
  });
}
