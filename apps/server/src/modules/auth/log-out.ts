import type { AppContext, Reader } from '../../context.ts';
import { tellSecurity } from '../../security-log/tell-security.ts';
import { hashToken } from './refresh-token.ts';
import { forgetBiometricTokens } from './biometric-store.ts';
import { endSession, findClientOfSession, findSessionOfToken } from './store.ts';

/** Ends the session, and the biometric token of the device where it is to be forgotten. The session is that of the access token, or of the refresh token when there is no access any more. */
export async function logOut(
  context: AppContext,
  input: { reader: Reader; refresh: string | undefined; forgottenDevice: string | undefined },
): Promise<void> {
  const sessionIds = new Set<string>();
  if (input.reader.kind === 'client') sessionIds.add(input.reader.sessionId);
  const ofToken =
    input.refresh === undefined ? undefined : await findSessionOfToken(context.db, hashToken(input.refresh));
  if (ofToken !== undefined) sessionIds.add(ofToken);
  for (const sessionId of sessionIds) {
    const clientId = await findClientOfSession(context.db, sessionId);
    if (clientId !== undefined && input.forgottenDevice !== undefined)
      await forgetBiometricTokens(context.db, clientId, input.forgottenDevice);
    await endSession(context.db, sessionId, 'logged out', context.clock.now());
    tellSecurity(context, 'signed_out', { sessionId, ...(clientId !== undefined && { clientId }) });
  }
}
