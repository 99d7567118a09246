import type { Language } from '@causeway/domain/languages/languages';
import { toLanguage } from '@causeway/domain/languages/server-codes';
import type { z } from 'zod';
import { devicesMax } from '../../budgets/guesses.ts';
import { addressFamily } from '../../budgets/address-family.ts';
import { reserveCounters } from '../../budgets/reserve-attempt.ts';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { deriveKey, deriveKeys } from '../../secrets/derive-key.ts';
import { openText, sealText } from '../../secrets/seal-text.ts';
import { findPasswordByEmail } from '../clients/passwords/password.ts';
import { findPayer, holdClient } from '../clients/store.ts';
import { queueEmail, roomOf } from '../emails/queue-email.ts';
import { insertReset } from '../owner-proof/password-resets-store.ts';
import { isDeviceOfAddress } from './open-session.ts';
import { hashToken, recoveryRules } from './tokens.ts';
import { sendRecoveryJob } from './jobs.ts';

interface RecoveryRequest {
  email: string;
  deviceId?: string | undefined;
  language: Language;
  /** The caller's address. */
  ip: string;
}

/**
 * Requests a link for a new password. A job looks up whether there is such an account, so that neither the answer nor
 * its duration reveals it; the links of an address are counted whether or not there is one, for each network apart, and
 * those that a device of its account asks for by themselves, so that strangers do not use up its owner's: a link is
 * not guessed, so that all networks together have as many as one mailbox may get.
 *
 * @throws Refusal TOO_MANY_REQUESTS where as many links were sent in an hour as may be, or there is no room for another
 * code or link, so that none is promised
 */
export async function requestRecovery(
  context: AppContext,
  { email, deviceId = '', language, ip }: RecoveryRequest,
): Promise<void> {
  const { max: tries, windowMs } = recoveryRules;
  const isOwn = await isDeviceOfAddress(context.db, { email, deviceId });
  const links = { what: 'recovery', tries, seconds: windowMs / 1000, isGuess: true };
  const counters = isOwn
    ? [
        { ...links, by: 'device', value: `${email} ${deviceId}` },
        { ...links, by: 'devices', value: email, tries: tries * devicesMax },
      ]
    : [{ ...links, by: 'recipient', value: `${email} ${addressFamily(ip)}` }];
  await reserveCounters(context, [...counters, roomOf(isOwn ? 'code' : 'link', email)]);
  const sealedEmail = sealText(deriveKey(context.config, 'letters'), context.random, email);
  await context.jobs.enqueue(context.db, sendRecoveryJob, { sealedEmail, language });
}

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
