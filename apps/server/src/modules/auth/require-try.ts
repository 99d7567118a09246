import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { Device } from './open-session.ts';
import { secondsUntilNextTry } from './signin-failures.ts';
import { isDeviceKnown } from './store.ts';

/**
 * Turns away tries for an address that had too many wrong ones, except from a device that was signed in to it before:
 * a stranger who guesses must not lock the owner out.
 *
 * @throws Refusal TOO_MANY_REQUESTS
 */
export async function requireTry(
  context: AppContext,
  email: string,
  clientId: string | undefined,
  { deviceId = '' }: Device,
): Promise<void> {
  const seconds = await secondsUntilNextTry(context, email);
  if (seconds === 0) return;
  const isOwnDevice =
    clientId !== undefined && deviceId !== '' && (await isDeviceKnown(context.db, clientId, deviceId));
  if (!isOwnDevice) throw new Refusal({ code: 'TOO_MANY_REQUESTS' }, { retryAfterSeconds: seconds });
}
