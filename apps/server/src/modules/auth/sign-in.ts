import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { findPasswordByEmail } from '../clients/find-password-by-email.ts';
import { isPasswordRight } from '../clients/password.ts';
import { openSession, type Device, type TokenPair } from './open-session.ts';

/**
 * Opens a session for an e-mail and its password. An unknown address takes the same time and gets the same
 * answer as a wrong password.
 *
 * @throws Refusal WRONG_CREDENTIALS, TOO_MANY_REQUESTS
 */
export async function signIn(
  context: AppContext,
  input: { email: string; password: string; device: Device },
): Promise<TokenPair> {
  const account = await findPasswordByEmail(context.db, input.email);
  const isRight = await isPasswordRight(account?.passwordHash, input.password);
  if (account === undefined || !isRight) throw new Refusal({ code: 'WRONG_CREDENTIALS' });
  return context.db
    .transaction()
    .execute((transaction) => openSession(context, transaction, account.clientId, input.device));
}
