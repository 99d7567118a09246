import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { ClientRecord } from '../clients/find-client.ts';
import { completeAct } from '../owner-proof/complete-act.ts';

/**
 * Ends what went to an address that is the client's no more, in the transaction that writes the new one: links for a new
 * password, codes, and all sessions but this one. Where it was confirmed its owner is told there.
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
  // Whoever has mistyped the first address is told nothing in a stranger's mailbox.
  const news = client.emailConfirmedAt === null ? { news: null } : {};
  await completeAct(context, trx, 'change the e-mail', {
    clientId,
    sessionId,
    reason: 'email changed',
    recipient,
    ...news,
  });
}
