import { forgetTries, takeTry } from '../../budgets/take-try.ts';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { isPasswordRight } from '../clients/password.ts';
import type { Device } from './open-session.ts';
import { isDeviceKnown } from './store.ts';

/** A password that somebody signs in with. */
interface PasswordTry {
  email: string;
  /** Of the account, where there is one: an address without one is treated the same. */
  account: { clientId: string; passwordHash: string } | undefined;
  password: string;
  device: Device;
}

/**
 * Looks at a password, having counted the try. A device that was signed in to the account before has tries of its own:
 * a stranger who guesses must not lock the owner out.
 *
 * @returns whether it is right; the wrong ones before it are forgotten then
 * @throws Refusal TOO_MANY_REQUESTS
 */
export async function tryPassword(context: AppContext, attempt: PasswordTry): Promise<boolean> {
  const { email, account, password } = attempt;
  const token = await takeTry(context, 'password', { email }).catch(async (error: unknown) => {
    const device = await findOwnDevice(context, attempt);
    if (!(error instanceof Refusal) || device === undefined) throw error;
    return takeTry(context, 'password', { device });
  });
  // Turned away by the line of passwords, it was not looked at.
  const isRight = await isPasswordRight(account?.passwordHash, password).catch(async (error: unknown) => {
    await token.giveBack();
    throw error;
  });
  if (!isRight) return false;
  await token.giveBack();
  await forgetTries(context, 'password', 'email', email);
  return true;
}

async function findOwnDevice(
  { db }: AppContext,
  { account, device: { deviceId = '' } }: PasswordTry,
): Promise<string | undefined> {
  if (account === undefined || deviceId === '') return undefined;
  return (await isDeviceKnown(db, account.clientId, deviceId)) ? `${account.clientId} ${deviceId}` : undefined;
}
