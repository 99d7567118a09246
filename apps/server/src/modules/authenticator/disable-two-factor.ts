import type { AppContext } from '../../context.ts';
import { asOwner, type OwnerProof } from '../owner-proof/as-owner.ts';
import { completeAct } from '../owner-proof/complete-act.ts';
import { lockTwoFactor, replaceRecoveryCodes, saveTwoFactor } from '../two-factor/store.ts';

const act = 'remove the authenticator';

/**
 * Switches the authenticator off for the owner, and two-factor with it unless there is a passkey.
 *
 * @throws Refusal REQUIRED, PASSWORD_WRONG on `password`; TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, CODE_TOO_MANY on `code`
 */
export async function disableTwoFactor(context: AppContext, proof: OwnerProof): Promise<void> {
  const { clientId } = proof;
  await asOwner(context, act, proof, async (trx) => {
    const factor = await lockTwoFactor(trx, clientId);
    if (factor === undefined || factor.sealedKey === '') return;
    await saveTwoFactor(trx, clientId, { twoFactorSealedKey: '', twoFactorLastStep: 0n });
    // The recovery codes stay as long as anything asks for one.
    if (!factor.hasPasskeys) await replaceRecoveryCodes(trx, clientId, [], context.clock.now());
    await completeAct(context, trx, act, {
      clientId,
      news: factor.hasPasskeys ? 'authenticator-off' : 'two-factor-off',
    });
  });
}
