import type { Executor } from '../../database/db.ts';
import { findPasswordById } from './find-password-by-id.ts';

/**
 * Whether the password that was verified before the transaction is still the client's, who is held by now. A new one that
 * came meanwhile has ended whatever the old one opens.
 */
export async function isPasswordKept(
  trx: Executor,
  clientId: string,
  verifiedHash: string | undefined,
): Promise<boolean> {
  return (await findPasswordById(trx, clientId)) === verifiedHash;
}
