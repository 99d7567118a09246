import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { findClient } from '../clients/find-client.ts';
import { hashPassword } from '../clients/password.ts';
import { requireGoodPassword } from '../clients/require-good-password.ts';
import { savePassword } from '../clients/save-password.ts';
import { asOwner } from '../owner-proof/as-owner.ts';
import { completeAct } from '../owner-proof/complete-act.ts';
import { openSession, type TokenPair } from './open-session.ts';
import { requireRepeat } from './require-repeat.ts';
import { findDevice } from './store.ts';

interface PasswordChange {
  clientId: string;
  sessionId: string;
  oldPassword: string;
  newPassword: string;
  newPasswordRepeat: string;
  code?: string | undefined;
}

const act = 'change the password';

/**
 * Changes the password. All sessions end; the one that asked goes on under new tokens.
 *
 * @throws Refusal PASSWORD_REPEAT, PASSWORD_WRONG on `old_password`, PASSWORD_COMMON, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, CODE_TOO_MANY
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
    return openSession(context, trx, clientId, device);
  };
  return asOwner(context, act, proof, perform, { fields, prepare });
}
