import type { getTwoFactor } from '@causeway/contract/calls/get-two-factor';
import type { AnswerOf } from '@causeway/contract/define-call';
import { generateURI } from 'otplib';
import type { AppContext } from '../../context.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import { findClient } from '../clients/store.ts';
import {
  codePeriod,
  countFailure,
  findCodeStep,
  isAuthenticatorKey,
  isBlocked,
  makeAuthenticatorKey,
} from '../two-factor/authenticator.ts';
import { hasAuthenticator, lockTwoFactor, replaceRecoveryCodes, saveTwoFactor } from '../two-factor/store.ts';
import type { Executor } from '../../database/db.ts';
import { type OwnerProof, asOwner } from '../owner-proof/as-owner.ts';
import { completeAct } from '../owner-proof/complete-act.ts';
import { deriveKey } from '../../secrets/derive-key.ts';
import { sealText } from '../../secrets/seal-text.ts';
import { issueRecoveryCodes } from '../two-factor/recovery-codes.ts';

/**
 * Whether two-factor is on and, while it is off, a fresh key to switch it on with. The key is not stored before it
 * comes back with a right code.
 *
 * @throws Refusal SESSION_OVER for a deleted client
 */
export async function describeTwoFactor(context: AppContext, clientId: string): Promise<AnswerOf<typeof getTwoFactor>> {
  const client = await findClient(context.db, clientId);
  if (client === undefined) throw new Refusal({ code: 'SESSION_OVER' });
  const state = { error: '', duration: codePeriod } as const;
  if (await hasAuthenticator(context.db, clientId)) return { ...state, isEnabled: 1, key: '', keyNice: '', url: '' };
  const key = makeAuthenticatorKey(context.random);
  const url = generateURI({ issuer: context.config.BRAND_NAME, label: client.email, secret: key });
  return { ...state, isEnabled: 0, key, keyNice: (key.match(/.{1,4}/g) ?? []).join(' '), url };
}

interface NewAuthenticator {
  clientId: string;
  key: string;
  /** Of the new authenticator. */
  code: string;
  password?: string | undefined;
  /** Of an existing second factor. */
  proofCode?: string | undefined;
}

type Outcome = { recoveryCodes: string[] } | { refused: RefusalItem };

const enableAct = 'add an authenticator';

/**
 * Switches two-factor on once its key and a code of it agree, for the owner. A wrong key or code is returned, not
 * thrown: wrong codes must be counted.
 *
 * @returns the recovery codes, shown this once, or what is wrong
 * @throws Refusal REQUIRED, PASSWORD_WRONG on `password`; TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, CODE_TOO_MANY on
 * `proof_code`
 */
export async function enableTwoFactor(context: AppContext, input: NewAuthenticator): Promise<Outcome> {
  const { clientId, password, proofCode } = input;
  // Checked before the password, so that an invalid key costs nothing.
  if (!isAuthenticatorKey(input.key))
    throw new Refusal({ code: 'TWO_FACTOR_WRONG', field: 'key', values: { has: 'key' } });
  const fields = { password: 'password', code: 'proof_code' };
  return asOwner(context, enableAct, { clientId, password, code: proofCode }, (trx) => enable(context, trx, input), {
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
  const recoveryCodes = await issueRecoveryCodes(context, trx, clientId);
  await completeAct(context, trx, enableAct, { clientId });
  return { recoveryCodes };
}

const disableAct = 'remove the authenticator';

/**
 * Switches the authenticator off for the owner, and two-factor with it unless there is a passkey.
 *
 * @throws Refusal REQUIRED, PASSWORD_WRONG on `password`; TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, CODE_TOO_MANY on
 * `code`
 */
export async function disableTwoFactor(context: AppContext, proof: OwnerProof): Promise<void> {
  const { clientId } = proof;
  await asOwner(context, disableAct, proof, async (trx) => {
    const factor = await lockTwoFactor(trx, clientId);
    if (factor === undefined || factor.sealedKey === '') return;
    await saveTwoFactor(trx, clientId, { twoFactorSealedKey: '', twoFactorLastStep: 0n });
    // The recovery codes stay as long as any factor needs one.
    if (!factor.hasPasskeys) await replaceRecoveryCodes(trx, clientId, [], context.clock.now());
    await completeAct(context, trx, disableAct, {
      clientId,
      template: factor.hasPasskeys ? 'authenticator-off' : 'two-factor-off',
    });
  });
}
