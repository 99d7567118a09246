import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import { asOwner } from '../owner-proof/as-owner.ts';
import { completeAct } from '../owner-proof/complete-act.ts';
import { deriveKey } from '../../secrets/derive-key.ts';
import { sealText } from '../../secrets/seal-text.ts';
import { findCodeStep, isAuthenticatorKey } from '../two-factor/authenticator.ts';
import { giveRecoveryCodes } from '../two-factor/give-recovery-codes.ts';
import { countFailure, isBlocked } from '../two-factor/rules.ts';
import { lockTwoFactor, saveTwoFactor } from '../two-factor/store.ts';

interface NewAuthenticator {
  clientId: string;
  key: string;
  /** Of the new authenticator. */
  code: string;
  password?: string | undefined;
  /** Of a second factor that is there already. */
  proofCode?: string | undefined;
}

type Outcome = { recoveryCodes: string[] } | { refused: RefusalItem };

const act = 'add an authenticator';

/**
 * Switches two-factor on once its key and a code of it agree, for the owner. What is wrong with the key or its code is
 * returned, not thrown: wrong codes must be counted.
 *
 * @returns the recovery codes, shown this once, or what is wrong
 * @throws Refusal REQUIRED, PASSWORD_WRONG on `password`; TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, CODE_TOO_MANY on `proof_code`
 */
export async function enableTwoFactor(context: AppContext, input: NewAuthenticator): Promise<Outcome> {
  const { clientId, password, proofCode } = input;
  // Before the password is asked for, so that a key that is no key costs nothing.
  if (!isAuthenticatorKey(input.key))
    throw new Refusal({ code: 'TWO_FACTOR_WRONG', field: 'key', values: { has: 'key' } });
  const fields = { password: 'password', code: 'proof_code' };
  return asOwner(context, act, { clientId, password, code: proofCode }, (trx) => enable(context, trx, input), {
    fields,
  });
}

async function enable(context: AppContext, trx: Executor, { clientId, key, code }: NewAuthenticator): Promise<Outcome> {
  const now = context.clock.now();
  const factor = await lockTwoFactor(trx, clientId);
  if (factor === undefined || factor.sealedKey !== '') return { refused: { code: 'CONFLICT' } };
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
  await completeAct(context, trx, act, { clientId });
  return { recoveryCodes };
}
