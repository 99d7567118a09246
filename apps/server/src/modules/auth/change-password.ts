import { forgetTries } from '../../budgets/reserve-attempt.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { findClient } from '../clients/store.ts';
import { hashPassword, savePassword } from '../clients/passwords/password.ts';
import { requireGoodPassword } from '../clients/passwords/good-password.ts';
import { asOwner } from '../owner-proof/as-owner.ts';
import { completeAct } from '../owner-proof/complete-act.ts';
import { type TokenPair, openSession } from './open-session.ts';
import { findDevice } from './store.ts';
import type { Language } from '@causeway/domain/languages/languages';
import { findEmailOfReset, spendReset } from '../owner-proof/password-resets-store.ts';
import { hashToken } from './tokens.ts';
import { claimAddress } from './claim-address.ts';

/** @throws Refusal PASSWORD_REPEAT when a new password was typed differently the second time */
function requireRepeat(input: { newPassword: string; newPasswordRepeat: string }): void {
  if (input.newPassword !== input.newPasswordRepeat)
    throw new Refusal({ code: 'PASSWORD_REPEAT', field: 'new_password_repeat' });
}

interface PasswordChange {
  clientId: string;
  sessionId: string;
  /** An account of an e-mailed code has none. */
  oldPassword?: string | undefined;
  newPassword: string;
  newPasswordRepeat: string;
  code?: string | undefined;
}

const act = 'change the password';

/**
 * Changes the password. All other sessions end; this one goes on with new tokens.
 *
 * @throws Refusal PASSWORD_REPEAT, PASSWORD_WRONG on `old_password`, PASSWORD_COMMON, TWO_FACTOR_REQUIRED,
 * TWO_FACTOR_WRONG, CODE_TOO_MANY
 */
export async function changePassword(context: AppContext, input: PasswordChange): Promise<TokenPair> {
  requireRepeat(input);
  const { clientId, sessionId, oldPassword: password, newPassword, code } = input;
  const proof = { clientId, password, code };
  const fields = { password: 'old_password', code: 'code' };
  let passwordHash = '';
  const prepare = async () => {
    const { email = '' } = (await findClient(context.db, clientId)) ?? {};
    requireGoodPassword(context, { password: newPassword, email, field: 'new_password' });
    passwordHash = await hashPassword(newPassword);
  };
  const perform = async (trx: Executor) => {
    const device = await findDevice(trx, sessionId);
    await savePassword(trx, clientId, passwordHash);
    await completeAct(context, trx, act, { clientId, reason: 'password changed' });
    return openSession(context, trx, clientId, device, device);
  };
  return asOwner(context, act, proof, perform, { fields, prepare });
}

/**
 * Sets a new password by a link. Every session of the client ends, and every other link. Nothing is hashed for an
 * expired link, and a refused password leaves the link unchanged.
 *
 * @throws Refusal RECOVERY_LINK_OVER, PASSWORD_REPEAT, PASSWORD_COMMON, TERMS_REQUIRED for an account that the link
 * claims, TOO_MANY_REQUESTS
 */
export async function resetPassword(
  context: AppContext,
  input: {
    token: string;
    newPassword: string;
    newPasswordRepeat: string;
    isAgreeTerms?: boolean | undefined;
    language: Language;
  },
): Promise<void> {
  requireRepeat(input);
  const { isAgreeTerms, language } = input;
  const tokenHash = hashToken(input.token);
  const over: RefusalItem = { code: 'RECOVERY_LINK_OVER', field: 'token' };
  const email = await findEmailOfReset(context.db, tokenHash, context.clock.now());
  if (email === undefined) throw new Refusal(over);
  requireGoodPassword(context, { password: input.newPassword, email, field: 'new_password' });
  const passwordHash = await hashPassword(input.newPassword);
  await context.db.transaction().execute(async (trx) => {
    const now = context.clock.now();
    const linked = await spendReset(trx, tokenHash, now);
    const clientId =
      linked === undefined ? undefined : await claimAddress(context, trx, { linked, isAgreeTerms, language });
    if (clientId === undefined) throw new Refusal(over);
    await savePassword(trx, clientId, passwordHash);
    await completeAct(context, trx, 'set a password by a link', { clientId, reason: 'password changed' });
  });
  // What strangers tried was another password; no device is known now that would have tries of its own.
  await forgetTries(context, 'password', 'email', email);
}
