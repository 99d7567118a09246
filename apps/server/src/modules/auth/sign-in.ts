import { forgetTries, reserveAttempt } from '../../budgets/reserve-attempt.ts';
import type { AppContext } from '../../context.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import { findPasswordByEmail, isPasswordRight } from '../clients/passwords/password.ts';
import { type Device, type OpenedSession, openSession } from './open-session.ts';
import { isDeviceKnown } from './store.ts';
import type { Executor } from '../../database/db.ts';
import { queueSecurityEmail } from '../clients/queue-security-email.ts';
import { checkSecondFactor, refuseSecondFactor } from '../two-factor/check-second-factor.ts';

/** An attempt to sign in with a password. */
interface PasswordTry {
  email: string;
  /** The account, where there is one: an address without one is treated the same. */
  account: { clientId: string; passwordHash: string } | undefined;
  password: string;
  device: Device;
}

/**
 * Checks a password, after counting the attempt. A device that was signed in to the account before has attempts of its
 * own: a stranger who guesses must not lock the owner out.
 *
 * @returns whether it is right; earlier wrong ones are then no longer counted
 * @throws Refusal TOO_MANY_REQUESTS
 */
export async function tryPassword(context: AppContext, attempt: PasswordTry): Promise<boolean> {
  const { email, account, password } = attempt;
  const token = await reserveAttempt(context, 'password', { email }).catch(async (error: unknown) => {
    const own = await findOwnDevice(context, attempt);
    if (!(error instanceof Refusal) || own === undefined) throw error;
    return reserveAttempt(context, 'password', own);
  });
  // An attempt refused by the queue of passwords was not checked.
  const isRight = await isPasswordRight(account?.passwordHash, password).catch(async (error: unknown) => {
    await token.release();
    throw error;
  });
  if (!isRight) return false;
  await token.release();
  await forgetTries(context, 'password', 'email', email);
  return true;
}

async function findOwnDevice(
  { db }: AppContext,
  { account, device: { deviceId = '' } }: PasswordTry,
): Promise<{ device: string; devices: string } | undefined> {
  if (account === undefined || deviceId === '') return undefined;
  const { clientId } = account;
  if (!(await isDeviceKnown(db, clientId, deviceId))) return undefined;
  return { device: `${clientId} ${deviceId}`, devices: clientId };
}

/** Notifies a client by e-mail of a sign-in from an unknown device, also one that does not say which it is. */
export async function notifyNewDevice(
  context: AppContext,
  trx: Executor,
  clientId: string,
  { deviceId = '', deviceName = '', platform = '' }: Device,
): Promise<void> {
  if (deviceId !== '' && (await isDeviceKnown(trx, clientId, deviceId))) return;
  const device = [deviceName, platform].filter((part) => part !== '').join(', ');
  await queueSecurityEmail(context, trx, clientId, 'new-device', { device });
}

/**
 * Opens a session for an e-mail and its password. An unknown address takes the same time and gets the same
 * answer as a wrong password.
 *
 * @throws Refusal WRONG_CREDENTIALS, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, CODE_TOO_MANY, TOO_MANY_REQUESTS
 */
export async function signIn(
  context: AppContext,
  input: { email: string; password: string; code?: string | undefined; device: Device; passkeyId?: string },
): Promise<OpenedSession> {
  const account = await findPasswordByEmail(context.db, input.email);
  const isRight = await tryPassword(context, { ...input, account });
  if (account === undefined || !isRight) throw new Refusal({ code: 'WRONG_CREDENTIALS' });
  const { clientId } = account;
  const outcome = await context.db.transaction().execute(async (trx): Promise<OpenedSession | RefusalItem> => {
    const refused = refuseSecondFactor(await checkSecondFactor(context, trx, clientId, input.code));
    if (refused !== undefined) return refused;
    // The client is locked now. A new password or address set meanwhile has ended the existing sessions.
    const present = await findPasswordByEmail(trx, input.email);
    if (present?.clientId !== clientId || present.passwordHash !== account.passwordHash)
      return { code: 'WRONG_CREDENTIALS' };
    await notifyNewDevice(context, trx, clientId, input.device);
    return openSession(context, trx, clientId, input.device, { passkeyId: input.passkeyId });
  });
  // A wrong code must be counted, so the transaction commits before it is refused.
  if ('code' in outcome) throw new Refusal(outcome);
  return outcome;
}
