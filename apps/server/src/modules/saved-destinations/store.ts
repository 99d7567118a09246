import type { Selectable } from 'kysely';
import type { Executor } from '../../database/db.ts';
import type { SavedDestinations } from '../../database/types.generated.ts';
import type { AccountPart } from '../account-parts/account-part.ts';

export type SavedDestination = Selectable<SavedDestinations>;

/** Those of a client, the newest first. */
export async function selectDestinations(executor: Executor, clientId: string): Promise<SavedDestination[]> {
  return executor
    .selectFrom('savedDestinations')
    .selectAll()
    .where('clientId', '=', clientId)
    .orderBy('createdAt', 'desc')
    .orderBy('destinationId')
    .execute();
}

/** @returns false where the client has it already */
export async function insertDestination(trx: Executor, destination: SavedDestination): Promise<boolean> {
  const inserted = await trx
    .insertInto('savedDestinations')
    .values(destination)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** @returns whether it is there and the client's */
export async function renameDestination(
  executor: Executor,
  { clientId, destinationId, name }: { clientId: string; destinationId: string; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await executor
    .updateTable('savedDestinations')
    .set({ name })
    .where('destinationId', '=', destinationId)
    .where('clientId', '=', clientId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** @returns whether it was there and the client's */
export async function deleteDestination(
  executor: Executor,
  { clientId, destinationId }: { clientId: string; destinationId: string },
): Promise<boolean> {
  const { numDeletedRows } = await executor
    .deleteFrom('savedDestinations')
    .where('destinationId', '=', destinationId)
    .where('clientId', '=', clientId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export const destinationsAccount: AccountPart = {
  async close(_context, trx, { clientId }) {
    await trx.deleteFrom('savedDestinations').where('clientId', '=', clientId).execute();
    await trx.deleteFrom('destinationWaits').where('clientId', '=', clientId).execute();
  },
  async endStrangers(_context, trx, { clientId, claimedAt }) {
    const kept = trx.deleteFrom('savedDestinations').where('clientId', '=', clientId);
    await kept.where('createdAt', '<=', claimedAt).execute();
    const waits = trx.deleteFrom('destinationWaits').where('clientId', '=', clientId);
    await waits.where('since', '<=', claimedAt).execute();
  },
};
