import type { Executor } from '../../database/db.ts';
import { selectClient, type ClientRecord } from './store.ts';

/** The client with this id, held against everybody else who holds it until the transaction ends. */
export async function holdClient(trx: Executor, clientId: string): Promise<ClientRecord | undefined> {
  return selectClient(trx, clientId, { lock: 'no key' });
}
