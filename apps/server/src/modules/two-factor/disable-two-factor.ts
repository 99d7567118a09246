import type { AppContext } from '../../context.ts';
import type { RefusalItem } from '../../errors.ts';
import { queueSecurityLetter } from '../clients/queue-security-letter.ts';
import { checkSecondFactor } from './check-second-factor.ts';
import { refuseSecondFactor } from './refuse-second-factor.ts';
import { lockTwoFactor, replaceRecoveryCodes, saveTwoFactor } from './store.ts';

/** Switches the authenticator off with a code, and two-factor with it unless there is a passkey. Nothing is thrown: wrong codes must be counted. @returns what is wrong */
export async function disableTwoFactor(
  context: AppContext,
  input: { clientId: string; code: string },
): Promise<RefusalItem | undefined> {
  const { clientId, code } = input;
  return context.db.transaction().execute(async (trx) => {
    const verdict = await checkSecondFactor(context, trx, clientId, code);
    if (verdict.kind === 'off') return undefined;
    if (verdict.kind !== 'right') return refuseSecondFactor(verdict);
    await saveTwoFactor(trx, clientId, { twoFactorSealedKey: '', twoFactorLastStep: 0n });
    const hasPasskeys = (await lockTwoFactor(trx, clientId))?.hasPasskeys === true;
    // The recovery codes stay as long as anything asks for one.
    if (!hasPasskeys) await replaceRecoveryCodes(trx, clientId, [], context.clock.now());
    await queueSecurityLetter(context, trx, clientId, hasPasskeys ? 'authenticator-off' : 'two-factor-off');
    return undefined;
  });
}
