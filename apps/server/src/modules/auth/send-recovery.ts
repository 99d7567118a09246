import { toLanguage } from '@causeway/domain/languages/server-codes';
import type { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { deriveKeys } from '../../secrets/derive-key.ts';
import { openText } from '../../secrets/seal-text.ts';
import { findPasswordByEmail } from '../clients/passwords/password.ts';
import { findPayer, holdClient } from '../clients/store.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { insertReset } from '../owner-proof/password-resets-store.ts';
import { hashToken, recoveryRules } from './tokens.ts';
import type { sendRecoveryJob } from './jobs.ts';

/** Makes a link and queues its e-mail; links were counted when they were asked for, before the answer promised one. */
export async function sendRecovery(
  context: AppContext,
  payload: z.output<typeof sendRecoveryJob.payload>,
): Promise<void> {
  const email = openText(deriveKeys(context.config, 'letters'), payload.sealedEmail);
  const account = (await findPasswordByEmail(context.db, email)) ?? (await findPayerOf(context.db, email));
  if (account === undefined) return;
  const { clientId } = account;
  const createdAt = context.clock.now();
  await context.db.transaction().execute(async (trx) => {
    // The client may have changed the e-mail address since the lookup.
    const held = await holdClient(trx, clientId);
    if (held === undefined || (held.payerEmail ?? held.email) !== email) return;
    const token = Buffer.from(context.random.bytes(32)).toString('base64url');
    const tokenHash = hashToken(token);
    const expiresAt = new Date(createdAt.getTime() + recoveryRules.lifetimeMs);
    await insertReset(trx, { tokenHash, clientId, createdAt, expiresAt });
    await queueEmail(context, trx, {
      template: 'password-reset',
      parameters: { path: `/login?step=reset&token=${token}` },
      recipient: email,
      language: toLanguage(payload.language),
      clientId,
      isCounted: true,
      occasion: `password-reset:${tokenHash.toString('hex')}`,
    });
  });
}

/** The payer of an address has no account yet: the link makes one. */
async function findPayerOf(executor: Executor, email: string): Promise<{ clientId: string } | undefined> {
  const clientId = await findPayer(executor, email);
  return clientId === undefined ? undefined : { clientId };
}
