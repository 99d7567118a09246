import type { AppContext } from '../../context.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { keptMs } from './close-client.ts';
import { eraseAged, erasePersonal } from './erase-personal.ts';

/**
 * Erases what was kept of accounts whose time is over: the sealed data, and what every table still had.
 *
 * @returns how many accounts were erased
 */
export async function eraseDeleted(context: AppContext): Promise<number> {
  const { db, clock } = context;
  const due = await db.selectFrom('deletedClients').select('clientId').where('eraseAfter', '<=', clock.now()).execute();
  const failed = await settleEach(context, due, {
    work: 'erase-deleted',
    nameOf: ({ clientId }) => clientId,
    settle: ({ clientId }) => eraseOne(context, clientId),
  });
  await db.transaction().execute((trx) => eraseAged(trx, new Date(clock.now().getTime() - keptMs)));
  return due.length - failed;
}

async function eraseOne({ db, clock }: AppContext, clientId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const erased = await trx
      .deleteFrom('deletedClients')
      .where('clientId', '=', clientId)
      .where('eraseAfter', '<=', clock.now())
      .executeTakeFirst();
    if (erased.numDeletedRows === 1n) await erasePersonal(trx, [clientId]);
  });
}
