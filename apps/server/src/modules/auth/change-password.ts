import type { AppContext } from '../../context.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import { findClient } from '../clients/find-client.ts';
import { findPasswordById } from '../clients/find-password-by-id.ts';
import { isPasswordKept } from '../clients/is-password-kept.ts';
import { hashPassword, isPasswordRight } from '../clients/password.ts';
import { queueSecurityLetter } from '../clients/queue-security-letter.ts';
import { requireGoodPassword } from '../clients/require-good-password.ts';
import { savePassword } from '../clients/save-password.ts';
import { checkSecondFactor } from '../two-factor/check-second-factor.ts';
import { refuseSecondFactor } from '../two-factor/refuse-second-factor.ts';
import { openSession, type TokenPair } from './open-session.ts';
import { forgetBiometricTokens } from './biometric-store.ts';
import { spendAllResets } from './password-resets-store.ts';
import { requireRepeat } from './require-repeat.ts';
import { endSessions, findDevice } from './store.ts';

interface PasswordChange {
  clientId: string;
  sessionId: string;
  oldPassword: string;
  newPassword: string;
  newPasswordRepeat: string;
  code?: string | undefined;
}

/**
 * Changes the password. All sessions end; the one that asked goes on under new tokens.
 *
 * @throws Refusal PASSWORD_REPEAT, PASSWORD_WRONG on `old_password`, PASSWORD_COMMON, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, CODE_TOO_MANY
 */
export async function changePassword(context: AppContext, input: PasswordChange): Promise<TokenPair> {
  requireRepeat(input);
  const { clientId } = input;
  const wrong: RefusalItem = { code: 'PASSWORD_WRONG', field: 'old_password' };
  const presentHash = await findPasswordById(context.db, clientId);
  if (!(await isPasswordRight(presentHash, input.oldPassword))) throw new Refusal(wrong);
  const { email = '' } = (await findClient(context.db, clientId)) ?? {};
  requireGoodPassword(context, { password: input.newPassword, email, field: 'new_password' });
  const passwordHash = await hashPassword(input.newPassword);
  const outcome = await context.db.transaction().execute(async (trx): Promise<TokenPair | RefusalItem> => {
    const refused = refuseSecondFactor(await checkSecondFactor(context, trx, clientId, input.code));
    if (refused !== undefined) return refused;
    if (!(await isPasswordKept(trx, clientId, presentHash))) return wrong;
    const device = await findDevice(trx, input.sessionId);
    await savePassword(trx, clientId, passwordHash);
    await forgetBiometricTokens(trx, clientId);
    await spendAllResets(trx, clientId, context.clock.now());
    await endSessions(trx, { clientId, reason: 'password changed', now: context.clock.now() });
    await queueSecurityLetter(context, trx, clientId, 'password-changed');
    return openSession(context, trx, clientId, device);
  });
  if ('code' in outcome) throw new Refusal(outcome);
  return outcome;
}
