import type { Executor } from '../../database/db.ts';
import { selectPasswordByEmail } from './store.ts';

/** The account of an address in its plain form, with the hash of its password. */
export async function findPasswordByEmail(
  executor: Executor,
  email: string,
): Promise<{ clientId: string; passwordHash: string } | undefined> {
  return selectPasswordByEmail(executor, email);
}
