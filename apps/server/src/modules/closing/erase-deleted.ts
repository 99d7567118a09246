import type { AppContext } from '../../context.ts';

/**
 * Erases what was kept of accounts whose time is over: the sealed data, and the addresses in their orders.
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
    await trx
      .updateTable('orders')
      .set({ email: '', destinationAddress: '', destinationTag: '', destinationDetails: '{}', description: '' })
      .where('clientId', 'in', ids)
      .execute();
    await trx.updateTable('letters').set({ recipient: '' }).where('clientId', 'in', ids).execute();
    return ids.length;
  });
}
