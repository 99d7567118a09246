import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import { issueRecoveryCodes } from './recovery-codes.ts';
import { lockTwoFactor, replaceRecoveryCodes, saveTwoFactor } from './store.ts';
import { queueSecurityEmail } from '../clients/queue-security-email.ts';

/**
 * Counts passkeys among the second factors of a client from this moment.
 *
 * @returns the recovery codes when it is the first second factor; otherwise none, and existing ones stay
 * @throws Refusal SESSION_OVER for a deleted client
 */
export async function addSecondFactor(
  context: Pick<AppContext, 'config' | 'clock' | 'random'>,
  trx: Executor,
  clientId: string,
): Promise<string[]> {
  const factor = await lockTwoFactor(trx, clientId);
  if (factor === undefined) throw new Refusal({ code: 'SESSION_OVER' });
  const isFirst = factor.sealedKey === '' && !factor.hasPasskeys;
  await saveTwoFactor(trx, clientId, { hasPasskeys: true });
  return isFirst ? issueRecoveryCodes(context, trx, clientId) : [];
}

/** The client has no passkey left. Without an authenticator two-factor is off, its owner is notified, and codes end. */
export async function endPasskeyFactor(
  context: Pick<AppContext, 'config' | 'clock' | 'random' | 'jobs' | 'log'>,
  trx: Executor,
  clientId: string,
): Promise<void> {
  const factor = await lockTwoFactor(trx, clientId);
  await saveTwoFactor(trx, clientId, { hasPasskeys: false });
  if (factor?.sealedKey !== '') return;
  await replaceRecoveryCodes(trx, clientId, [], context.clock.now());
  await queueSecurityEmail(context, trx, clientId, 'two-factor-off');
}
