import type { PasskeyAssertion } from '@causeway/contract/shapes/passkey';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { signinUse } from '../passkeys/challenges.ts';
import { verifyPasskey } from '../passkeys/verify-passkey.ts';
import { issueFactorCode } from '../two-factor/factor-codes.ts';
import { openSession, type Device, type OpenedSession } from './open-session.ts';
import { signIn } from './sign-in.ts';
import { tellNewDevice } from './tell-new-device.ts';

interface PasskeySignin {
  passkey: PasskeyAssertion;
  /** Given with the password, the passkey stands for the second factor alone. */
  account?: { email: string; password: string } | undefined;
  device: Device;
}

/**
 * Opens a session by a passkey. The device has asked its owner for a finger, a face or a PIN, so it is both factors.
 *
 * @throws Refusal PASSKEY_WRONG, and what signing in by password refuses where one was given
 */
export async function signInByPasskey(
  context: AppContext,
  { passkey, account, device }: PasskeySignin,
): Promise<OpenedSession> {
  const clientId = await verifyPasskey(context, passkey, signinUse);
  if (clientId === undefined) throw new Refusal({ code: 'PASSKEY_WRONG', field: 'passkey' });
  if (account !== undefined)
    return signIn(context, {
      ...account,
      device,
      code: await issueFactorCode(context, context.db, { clientId, sessionId: null }),
    });
  return context.db.transaction().execute(async (trx) => {
    await tellNewDevice(context, trx, clientId, device);
    return openSession(context, trx, clientId, device);
  });
}
