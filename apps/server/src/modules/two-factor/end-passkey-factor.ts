import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { queueSecurityLetter } from '../clients/queue-security-letter.ts';
import { lockTwoFactor, replaceRecoveryCodes, saveTwoFactor } from './store.ts';

/** The client has no passkey any more. Without an authenticator two-factor is off, its owner is told, and codes end. */
export async function endPasskeyFactor(
  context: Pick<AppContext, 'config' | 'clock' | 'random' | 'jobs' | 'log'>,
  trx: Executor,
  clientId: string,
): Promise<void> {
  const factor = await lockTwoFactor(trx, clientId);
  await saveTwoFactor(trx, clientId, { hasPasskeys: false });
  if (factor?.sealedKey !== '') return;
  await replaceRecoveryCodes(trx, clientId, [], context.clock.now());
  await queueSecurityLetter(context, trx, clientId, 'two-factor-off');
}
