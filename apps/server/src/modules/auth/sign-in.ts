import type { AppContext } from '../../context.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import { findPasswordByEmail } from '../clients/find-password-by-email.ts';
import { checkSecondFactor } from '../two-factor/check-second-factor.ts';
import { refuseSecondFactor } from '../two-factor/refuse-second-factor.ts';
import { openSession, type Device, type OpenedSession } from './open-session.ts';
import { tellNewDevice } from './tell-new-device.ts';
import { tryPassword } from './try-password.ts';

/**
 * Opens a session for an e-mail and its password. An unknown address takes the same time and gets the same
 * answer as a wrong password.
 *
 * @throws Refusal WRONG_CREDENTIALS, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, CODE_TOO_MANY, TOO_MANY_REQUESTS
 */
export async function signIn(
  context: AppContext,
  input: { email: string; password: string; code?: string | undefined; device: Device },
): Promise<OpenedSession> {
  const account = await findPasswordByEmail(context.db, input.email);
  const isRight = await tryPassword(context, { ...input, account });
  if (account === undefined || !isRight) throw new Refusal({ code: 'WRONG_CREDENTIALS' });
  const { clientId } = account;
  const outcome = await context.db.transaction().execute(async (trx): Promise<OpenedSession | RefusalItem> => {
    const refused = refuseSecondFactor(await checkSecondFactor(context, trx, clientId, input.code));
    if (refused !== undefined) return refused;
    // The client is held now. A new password or address that came meanwhile has ended the sessions that there were.
    const present = await findPasswordByEmail(trx, input.email);
    if (present?.clientId !== clientId || present.passwordHash !== account.passwordHash)
      return { code: 'WRONG_CREDENTIALS' };
    await tellNewDevice(context, trx, clientId, input.device);
    return openSession(context, trx, clientId, input.device);
  });
  // A wrong code must be counted, so the transaction commits before it is refused.
  if ('code' in outcome) throw new Refusal(outcome);
  return outcome;
}
