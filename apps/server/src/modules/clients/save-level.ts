import type { ClientLevel } from '@causeway/domain/clients/client-level';
import type { Executor } from '../../database/db.ts';

/** Writes the level of a client whose row the caller holds. */
export async function saveLevel(trx: Executor, clientId: string, level: ClientLevel): Promise<void> {
  await trx.updateTable('clients').set({ level }).where('clientId', '=', clientId).execute();
}

/** Writes the name under which a client is known. */
export async function saveName(
  trx: Executor,
  clientId: string,
  name: { firstName: string; lastName: string },
): Promise<void> {
  await trx.updateTable('clients').set(name).where('clientId', '=', clientId).execute();
}
