import type { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { listBalances } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { hashToken } from '../auth/tokens.ts';
import { adoptOrdersJob, type sendClaimLinkJob } from '../clients/jobs.ts';
import { findPayer, holdClient } from '../clients/store.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { writeAmount } from '../order-lifecycle/change-status.ts';
import { insertReset } from '../owner-proof/password-resets-store.ts';

/** How long the link works; a link for a new password claims the money later. */
const lifetimeMs = 3 * 24 * 60 * 60_000;

/**
 * Sends the link that claims the money of a payer without an account, to the address that the order was paid under. It
 * asks for a password, makes the account and works once. Money that came after an account has confirmed the address, or
 * has claimed the orders, goes to that account, without a link.
 */
export async function sendClaimLink(
  context: AppContext,
  { clientId }: z.output<typeof sendClaimLinkJob.payload>,
): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const payer = await holdClient(trx, clientId);
    if (payer === undefined || payer.payerEmail === null) return;
    const path = paths.client(payer.niceId);
    const waiting = (await listBalances(trx, path)).filter((kept) => kept.path === path && kept.balance > 0n);
    if (waiting.length === 0) return;
    const owner = payer.claimedBy ?? (await findPayer(trx, payer.payerEmail));
    if (owner !== undefined && owner !== clientId)
      return context.jobs.enqueue(trx, adoptOrdersJob, { clientId: owner });
    const token = Buffer.from(context.random.bytes(32)).toString('base64url');
    const tokenHash = hashToken(token);
    const createdAt = context.clock.now();
    await insertReset(trx, {
      tokenHash,
      clientId,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + lifetimeMs),
    });
    await queueEmail(context, trx, {
      template: 'money-claim',
      parameters: {
        path: `/login?step=reset&token=${token}`,
        amount: waiting.map(({ balance, currency }) => writeAmount(balance, currency)).join(', '),
      },
      recipient: payer.payerEmail,
      language: payer.language,
      clientId,
      occasion: `money-claim:${tokenHash.toString('hex')}`,
    });
  });
}
