import type { AppContext, Caller } from '../../context.ts';
import type { AccountPart } from '../account-parts/account-part.ts';
import { deleteBiometricToken } from '../sessions/biometric-store.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { logSecurityEvent } from '../../security-log/log-security-event.ts';
import { hashToken } from './tokens.ts';
import { findClientOfSession } from './store.ts';
import { findSessionOfToken } from './refresh-token-store.ts';

/**
 * Ends the session and what it gave out, the biometric token only where the device is to be forgotten: it lets the
 * device sign in again. The session is that of the access token, or of the refresh token when there is no
 * access any more.
 */
export async function logOut(
  context: AppContext,
  input: { caller: Caller; refresh: string | undefined; forgottenDevice: string | undefined },
): Promise<void> {
  const sessionIds = new Set<string>();
  if (input.caller.kind === 'client') sessionIds.add(input.caller.sessionId);
  const ofToken =
    input.refresh === undefined ? undefined : await findSessionOfToken(context.db, hashToken(input.refresh));
  if (ofToken !== undefined) sessionIds.add(ofToken);
  for (const sessionId of sessionIds) {
    const clientId = await findClientOfSession(context.db, sessionId);
    if (clientId === undefined) continue;
    await context.db.transaction().execute(async (trx) => {
      if (input.forgottenDevice !== undefined) await deleteBiometricToken(trx, clientId, input.forgottenDevice);
      const isBiometricKept = input.forgottenDevice === undefined;
      await endSessions(trx, {
        clientId,
        only: sessionId,
        reason: 'logged out',
        now: context.clock.now(),
        isBiometricKept,
      });
    });
    logSecurityEvent(context, 'signed_out', { sessionId, clientId });
  }
}

/** Every method of signing in ends: sessions with what they gave out, and links for a new password. */
export const authAccount: AccountPart = {
  async close({ clock }, trx, { clientId }) {
    await endSessions(trx, { clientId, reason: 'account deleted', now: clock.now() });
    await trx.deleteFrom('passwordResets').where('clientId', '=', clientId).execute();
  },
};
