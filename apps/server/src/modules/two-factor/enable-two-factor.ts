import type { AppContext } from '../../context.ts';
import type { RefusalItem } from '../../errors.ts';
import { deriveKey } from '../../secrets/derive-key.ts';
import { sealText } from '../../secrets/seal-text.ts';
import { queueSecurityLetter } from '../clients/queue-security-letter.ts';
import { findCodeStep, isAuthenticatorKey } from './authenticator.ts';
import { giveRecoveryCodes } from './give-recovery-codes.ts';
import { countFailure, isBlocked } from './rules.ts';
import { lockTwoFactor, saveTwoFactor } from './store.ts';

/**
 * Switches two-factor on once its key and a code of it agree. Nothing is thrown: wrong codes must be counted.
 *
 * @returns the recovery codes, shown this once, or what is wrong
 */
export async function enableTwoFactor(
  context: AppContext,
  input: { clientId: string; key: string; code: string },
): Promise<{ recoveryCodes: string[] } | { refused: RefusalItem }> {
  const { clientId, key, code } = input;
  const now = context.clock.now();
  return context.db.transaction().execute(async (trx) => {
    const factor = await lockTwoFactor(trx, clientId);
    if (factor === undefined || factor.sealedKey !== '') return { refused: { code: 'CONFLICT' } };
    if (!isAuthenticatorKey(key))
      return { refused: { code: 'TWO_FACTOR_WRONG', field: 'key', values: { has: 'key' } } };
    if (isBlocked(factor.failures, factor.failedAt, now)) return { refused: { code: 'CODE_TOO_MANY', field: 'code' } };
    const step = findCodeStep(key, code, now, 0n);
    if (step === undefined) {
      const twoFactorFailures = countFailure(factor.failures, factor.failedAt, now);
      await saveTwoFactor(trx, clientId, { twoFactorFailures, twoFactorFailedAt: now });
      return { refused: { code: 'TWO_FACTOR_WRONG', field: 'code' } };
    }
    await saveTwoFactor(trx, clientId, {
      twoFactorSealedKey: sealText(deriveKey(context.config, 'two-factor keys'), context.random, key),
      twoFactorLastStep: step,
      twoFactorFailures: 0,
      twoFactorFailedAt: null,
    });
    const recoveryCodes = await giveRecoveryCodes(context, trx, clientId);
    await queueSecurityLetter(context, trx, clientId, 'two-factor-on');
    return { recoveryCodes };
  });
}
