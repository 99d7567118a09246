import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { spendEmailCodes } from '../clients/codes-store.ts';
import type { ClientRecord } from '../clients/find-client.ts';
import { queueSecurityLetter } from '../clients/queue-security-letter.ts';
import { forgetBiometricTokens } from './biometric-store.ts';
import { spendAllResets } from './password-resets-store.ts';
import { endSessions } from './store.ts';

/**
 * Ends what went to an address that is the client's no more, in the transaction that writes the new one: links for a new
 * password and codes. Where it was confirmed its owner is told there, and all sessions but this one end.
 *
 * @param client as it was before
 */
export async function leaveEmail(
  context: AppContext,
  trx: Executor,
  client: ClientRecord,
  sessionId: string,
): Promise<void> {
  const { clientId, email: recipient } = client;
  const now = context.clock.now();
  await spendAllResets(trx, clientId, now);
  await spendEmailCodes(trx, clientId, now);
  // Whoever has mistyped the first address is told nothing in a stranger's mailbox.
  if (client.emailConfirmedAt === null) return;
  await forgetBiometricTokens(trx, clientId);
  await endSessions(trx, { clientId, reason: 'email changed', now, except: sessionId });
  await queueSecurityLetter(context, trx, clientId, 'email-changed', { recipient });
}
