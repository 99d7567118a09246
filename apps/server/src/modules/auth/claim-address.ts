import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import { addClient } from '../clients/add-client.ts';
import { findPasswordByEmail } from '../clients/passwords/password.ts';
import { moveConsents } from '../consents/keep-consents.ts';
import { confirmEmail, forgetStranger, holdClient } from '../clients/store.ts';
import { adoptOrdersJob, endStrangersJob } from '../clients/jobs.ts';
import { passkeysAccount } from '../passkeys/store.ts';
import { refuseReferrer } from '../referrals/attach-referrer.ts';
import { socialAccount } from '../social-signin/store.ts';
import { twoFactorAccount } from '../two-factor/store.ts';

/** An account is opened only after agreement to the terms. */
export const termsRequired: RefusalItem = { code: 'TERMS_REQUIRED', field: 'is_agree_terms' };

/**
 * The account of an e-mail address whose owner follows a link that was sent there, which confirms the address. A payer
 * without an account gets one. Whatever was set up before the address was confirmed may be another person's, so it
 * ends: factors and provider sign-ins at once, what other rooms keep by a job. A payer's link does nothing once an
 * account has confirmed the address: what waited is that account's by then.
 *
 * Who claims an account agrees to the terms as a new client does: what the account agreed to was not the owner's word.
 *
 * @param linked the client whom the link was sent for
 * @returns the account's id
 * @throws Refusal TERMS_REQUIRED, which leaves the link unused
 */
export async function claimAddress(
  context: AppContext,
  trx: Executor,
  { linked, isAgreeTerms, language }: { linked: string; isAgreeTerms: boolean | undefined; language: Language },
): Promise<string | undefined> {
  const known = await holdClient(trx, linked);
  // A payer who was forgotten, and a closed account, have no address that a link could confirm.
  if (known === undefined || !(known.payerEmail ?? known.email).includes('@')) return undefined;
  const clientId =
    known.payerEmail === null ? linked : await openAccount(context, trx, { ...known, email: known.payerEmail });
  const client = clientId === undefined ? undefined : await holdClient(trx, clientId);
  if (client === undefined) return undefined;
  if (client.emailConfirmedAt !== null) return known.payerEmail === null ? client.clientId : undefined;
  if (isAgreeTerms !== true) throw new Refusal(termsRequired);
  for (const part of [twoFactorAccount, passkeysAccount, socialAccount]) await part.close?.(context, trx, client);
  const { clientId: claimed, email } = client;
  const confirmedAt = context.clock.now();
  if (!(await confirmEmail(trx, { clientId: claimed, email, level: 'email_phone', confirmedAt }))) return undefined;
  await forgetStranger(trx, { clientId: claimed, agreedTermsAt: confirmedAt, language });
  await moveConsents(context, trx, { clientId: claimed, language });
  await refuseReferrer(trx, claimed);
  await context.jobs.enqueue(trx, endStrangersJob, { clientId: claimed, claimedAt: confirmedAt.toISOString() });
  await context.jobs.enqueue(trx, adoptOrdersJob, { clientId: claimed });
  return claimed;
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
