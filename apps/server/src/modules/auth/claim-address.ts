import { isLevelAtLeast } from '@causeway/domain/clients/client-level';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { addClient } from '../clients/add-client.ts';
import { findPasswordByEmail } from '../clients/passwords/password.ts';
import { confirmEmail, holdClient } from '../clients/store.ts';
import { adoptOrdersJob } from '../clients/jobs.ts';
import { passkeysAccount } from '../passkeys/store.ts';
import { socialAccount } from '../social-signin/store.ts';
import { twoFactorAccount } from '../two-factor/store.ts';

/**
 * The account of an e-mail address whose owner follows a link that was sent there, which confirms the address. A payer
 * without an account gets one. Factors and provider sign-ins that were set up before the address was confirmed may
 * belong to another person, so they end. A payer's link does nothing once an account has confirmed the address: what
 * waited is that account's by then.
 *
 * @param linked the client whom the link was sent for
 * @returns the account's id
 */
export async function claimAddress(context: AppContext, trx: Executor, linked: string): Promise<string | undefined> {
  const known = await holdClient(trx, linked);
  // A payer who was forgotten, and a closed account, have no address that a link could confirm.
  if (known === undefined || !(known.payerEmail ?? known.email).includes('@')) return undefined;
  const clientId =
    known.payerEmail === null ? linked : await openAccount(context, trx, { ...known, email: known.payerEmail });
  const client = clientId === undefined ? undefined : await holdClient(trx, clientId);
  if (client === undefined) return undefined;
  if (client.emailConfirmedAt !== null) return known.payerEmail === null ? client.clientId : undefined;
  for (const part of [twoFactorAccount, passkeysAccount, socialAccount]) await part.close?.(context, trx, client);
  const level = isLevelAtLeast(client.level, 'email_phone') ? client.level : 'email_phone';
  const confirmed = { clientId: client.clientId, email: client.email, level, confirmedAt: context.clock.now() };
  if (!(await confirmEmail(trx, confirmed))) return undefined;
  await context.jobs.enqueue(trx, adoptOrdersJob, { clientId: client.clientId });
  return client.clientId;
}

async function openAccount(
  context: AppContext,
  trx: Executor,
  {
    email,
    language,
    partnerKey,
  }: { email: string; language: Parameters<typeof addClient>[2]['language']; partnerKey: string | null },
): Promise<string | undefined> {
  const account = await findPasswordByEmail(trx, email);
  // No password matches until the link sets one.
  return (
    account?.clientId ?? addClient(context, trx, { email, language, partnerKey, passwordHash: '', referrerId: '' })
  );
}
