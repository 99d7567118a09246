import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { type Device, type OpenedSession, openSession } from './open-session.ts';
import type { PasskeyAssertion } from '@causeway/contract/shapes/passkey';
import { signinUse } from '../passkeys/challenges.ts';
import { verifyPasskey } from '../passkeys/verify-passkey.ts';
import { issueFactorCode } from '../two-factor/factor-codes.ts';
import { notifyNewDevice, signIn } from './sign-in.ts';

interface PasskeySignin {
  passkey: PasskeyAssertion;
  /** Sent with the password, the passkey replaces the second factor only. */
  account?: { email: string; password: string } | undefined;
  device: Device;
}

/**
 * Opens a session by a passkey. The device has verified its owner by finger, face or PIN, so it counts as both factors.
 *
 * @throws Refusal PASSKEY_WRONG, and what signing in by password refuses where one was given
 */
export async function signInByPasskey(
  context: AppContext,
  { passkey, account, device }: PasskeySignin,
): Promise<OpenedSession> {
  const shown = await context.db.transaction().execute(async (trx) => {
    const found = await verifyPasskey({ ...context, db: trx }, passkey, signinUse);
    if (found === undefined) return undefined;
    const { clientId, passkeyId } = found;
    if (account !== undefined)
      return { ...account, passkeyId, code: await issueFactorCode(context, trx, { clientId, sessionId: null }) };
    await notifyNewDevice(context, trx, clientId, device);
    return openSession(context, trx, clientId, device, { passkeyId });
  });
  // The challenge is used up with any result, so the transaction commits before it is refused.
  if (shown === undefined) throw new Refusal({ code: 'PASSKEY_WRONG', field: 'passkey' });
  return 'code' in shown ? signIn(context, { ...shown, device }) : shown;
}
