import type { Language } from '@causeway/domain/languages/languages';
import { reserveAttempt, type ReservedAttempt } from '../../budgets/reserve-attempt.ts';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import { addClient } from '../clients/add-client.ts';
import { endSentCodes } from '../clients/codes/codes-store.ts';
import { adoptOrdersJob } from '../clients/jobs.ts';
import { findPasswordByEmail, savePassword } from '../clients/passwords/password.ts';
import { codeRefusals, isCode, judgeCode, readTypedCode } from '../clients/rules.ts';
import { confirmEmail, holdClient } from '../clients/store.ts';
import { consentsOfCode, keepConsents } from '../consents/keep-consents.ts';
import { spendAllResets } from '../owner-proof/password-resets-store.ts';
import { findPartner } from '../partners/find-partner.ts';
import { attachReferrer } from '../referrals/attach-referrer.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { countSigninAttempt, findAddressOfCode, lockSigninCode, spendSigninCode } from './store.ts';
import { checkSecondFactor, refuseSecondFactor } from '../two-factor/check-second-factor.ts';
import { claimAddress, termsRequired } from '../auth/claim-address.ts';
import { isDeviceOfAddress, openSession, type Device, type OpenedSession } from '../auth/open-session.ts';
import { notifyNewDevice } from '../auth/sign-in.ts';

export interface CodeSignin {
  uuid: string;
  code: string;
  secondCode?: string | undefined;
  isAgreeTerms?: boolean | undefined;
  partnerKey?: string | undefined;
  referrerId?: string | undefined;
  language: Language;
  device: Device;
}

/**
 * Opens a session by a code that was sent to an e-mail address, after the second factor of an account that has one. An
 * address without an account gets one.
 *
 * @throws Refusal CODE_WRONG, CODE_EXPIRED, CODE_TOO_MANY, TERMS_REQUIRED, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG,
 * TOO_MANY_REQUESTS
 */
export async function signInByCode(context: AppContext, input: CodeSignin): Promise<OpenedSession> {
  const email = await findAddressOfCode(context.db, input.uuid);
  if (email === undefined) throw new Refusal(codeRefusals.wrong);
  const token = await reserve(context, email, input.device);
  const outcome = await context.db
    .transaction()
    .execute(async (trx): Promise<OpenedSession | RefusalItem> => enter(context, trx, email, input));
  // A wrong code must be counted, so the transaction commits before it is refused.
  if ('code' in outcome) {
    if (outcome.code !== 'CODE_WRONG') await token.release();
    throw new Refusal(outcome);
  }
  await token.release();
  return outcome;
}

/** A device that the account was signed in on has attempts of its own, when strangers have used up the address's. */
async function reserve(context: AppContext, email: string, { deviceId = '' }: Device): Promise<ReservedAttempt> {
  return reserveAttempt(context, 'signinCode', { email }).catch(async (error: unknown) => {
    if (!(error instanceof Refusal) || !(await isDeviceOfAddress(context.db, { email, deviceId }))) throw error;
    return reserveAttempt(context, 'signinCode', { device: `${email} ${deviceId}`, devices: email });
  });
}

async function enter(
  context: AppContext,
  trx: Executor,
  email: string,
  input: CodeSignin,
): Promise<OpenedSession | RefusalItem> {
  const account = await findPasswordByEmail(trx, email);
  // Before its code: what ends the codes of a client holds the client first.
  if (account !== undefined) await holdClient(trx, account.clientId);
  const row = await lockSigninCode(trx, input.uuid);
  const typed = readTypedCode(input.code);
  const isEqual = row !== undefined && typed !== undefined && isCode(context.config, row.codeId, typed, row.codeHash);
  const verdict = judgeCode(row && { ...row, isEqual }, context.clock.now());
  if (row !== undefined && verdict === 'wrong') await countSigninAttempt(trx, row.codeId);
  if (row === undefined || verdict !== 'right')
    return codeRefusals[verdict === 'right' || verdict === 'again' ? 'expired' : verdict];
  const refused = await (account === undefined
    ? refuseNewcomer(input)
    : refuseReturn(context, trx, account.clientId, input));
  if (refused !== undefined) return refused;
  await spendSigninCode(trx, row.codeId, context.clock.now());
  const clientId =
    account === undefined
      ? await join(context, trx, row.email, input)
      : await returnTo(context, trx, account.clientId, input);
  // Another request opened or closed the account at this very moment.
  return clientId === undefined ? codeRefusals.expired : openSession(context, trx, clientId, input.device);
}

function refuseNewcomer({ isAgreeTerms }: CodeSignin): RefusalItem | undefined {
  return isAgreeTerms === true ? undefined : termsRequired;
}

/**
 * Before the address was confirmed, a factor may be another person's, and so is the agreement to the terms: the code
 * claims the account without the one and asks for the other.
 */
async function refuseReturn(
  context: AppContext,
  trx: Executor,
  clientId: string,
  input: CodeSignin,
): Promise<RefusalItem | undefined> {
  const client = await holdClient(trx, clientId);
  if (client?.emailConfirmedAt === null) return refuseNewcomer(input);
  const refused = refuseSecondFactor(await checkSecondFactor(context, trx, clientId, input.secondCode));
  return refused && { ...refused, field: 'second_code' };
}

async function join(
  context: AppContext,
  trx: Executor,
  email: string,
  { language, partnerKey, referrerId = '', device }: CodeSignin,
): Promise<string | undefined> {
  const partner = partnerKey === undefined ? undefined : await findPartner({ ...context, db: trx }, partnerKey);
  const clientId = await addClient(context, trx, {
    email,
    // No password matches this one; the settings and a link set one.
    passwordHash: '',
    language,
    partnerKey: partner?.partnerKey ?? null,
    referrerId,
  });
  if (clientId === undefined) return undefined;
  await attachReferrer(context, trx, { clientId, code: referrerId, deviceId: device.deviceId ?? '' });
  await keepConsents(context, trx, { clientId, language, given: consentsOfCode(context.config) });
  await confirmEmail(trx, { clientId, email, level: 'email_phone', confirmedAt: context.clock.now() });
  await context.jobs.enqueue(trx, adoptOrdersJob, { clientId });
  return clientId;
}

/**
 * The account of the address. One that was never confirmed may have been registered by somebody else: whatever that
 * person set up, the password included, ends.
 */
async function returnTo(
  context: AppContext,
  trx: Executor,
  clientId: string,
  { device, isAgreeTerms, language }: CodeSignin,
): Promise<string | undefined> {
  const client = await holdClient(trx, clientId);
  if (client === undefined) return undefined;
  if (client.emailConfirmedAt !== null) {
    await notifyNewDevice(context, trx, clientId, device);
    return clientId;
  }
  const claimed = await claimAddress(context, trx, { linked: clientId, isAgreeTerms, language });
  if (claimed === undefined) return undefined;
  const now = context.clock.now();
  await savePassword(trx, clientId, '');
  await spendAllResets(trx, clientId, now);
  await endSentCodes(trx, clientId, now);
  await endSessions(trx, { clientId, reason: 'password changed', now });
  return claimed;
}
