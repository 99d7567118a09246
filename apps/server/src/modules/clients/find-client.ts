import type { Executor } from '../../database/db.ts';
import { selectClient, type ClientRecord } from './store.ts';

export type { ClientRecord } from './store.ts';

/** The client with this id, or `undefined`. */
export async function findClient(executor: Executor, clientId: string): Promise<ClientRecord | undefined> {
  return selectClient(executor, clientId);
}
