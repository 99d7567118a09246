import type { AppContext } from '../../context.ts';
import { eraseAged, erasePersonal } from './erase-personal.ts';
import { keptMs } from './close-client.ts';

/**
 * Erases what was kept of accounts whose time is over: the sealed data, and what every table still had.
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
    if (ids.length > 0) await erasePersonal(trx, ids);
    await eraseAged(trx, new Date(clock.now().getTime() - keptMs));
    return ids.length;
  });
}
