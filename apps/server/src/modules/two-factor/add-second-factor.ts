import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import { giveRecoveryCodes } from './give-recovery-codes.ts';
import { lockTwoFactor, saveTwoFactor } from './store.ts';

/**
 * Counts passkeys among the second factors of a client from now on.
 *
 * @returns the recovery codes when it is the first second factor; otherwise none, and those there are stay
 * @throws Refusal SESSION_OVER for a client that is gone
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
  return isFirst ? giveRecoveryCodes(context, trx, clientId) : [];
}
