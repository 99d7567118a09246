import type { Executor } from '../../database/db.ts';

/** Writes the hash of a new password. */
export async function savePassword(trx: Executor, clientId: string, passwordHash: string): Promise<void> {
  await trx.updateTable('clients').set({ passwordHash }).where('clientId', '=', clientId).execute();
}
