import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import type { SignedIdentity } from '../../providers/oidc/port.ts';
import { addClient } from '../clients/add-client.ts';
import { findPasswordByEmail } from '../clients/passwords/password.ts';
import { adoptOrdersJob } from '../clients/jobs.ts';
import { confirmEmail } from '../clients/store.ts';
import { consentsOfSignUp, keepConsents } from '../consents/keep-consents.ts';
import { completeAct } from '../owner-proof/complete-act.ts';
import { attachReferrer } from '../referrals/attach-referrer.ts';
import { findLogin, insertIdentity, useNonce } from '../social-signin/store.ts';
import { checkSecondFactor, refuseSecondFactor } from '../two-factor/check-second-factor.ts';
import { termsRequired } from './claim-address.ts';
import { openSession, type Device, type OpenedSession } from './open-session.ts';
import { notifyNewDevice, tryPassword } from './sign-in.ts';

export interface OauthSignin {
  provider: string;
  token: string;
  /** Of the account with the token's e-mail address, to join it once. */
  password?: string | undefined;
  /** Of the second factor. */
  code?: string | undefined;
  isAgreeTerms: boolean;
  /** The code of the link that brought a new person. */
  referrerId?: string | undefined;
  language: Language;
  device: Device;
}

/**
 * Meaning of a token: a client it is known for, a client with its e-mail address who has shown the password, or a new
 * person.
 */
type SigninCase =
  | { kind: 'known'; clientId: string; loginId: string }
  | { kind: 'join'; clientId: string; passwordHash: string }
  | { kind: 'new' };

const wrong: RefusalItem = { code: 'OAUTH_WRONG', field: 'oauth_token' };

/**
 * Opens a session by the ID token of another provider, which is valid once. A new person is joined to the account of
 * the e-mail address that the provider has verified, with the password of that account where it has one; or gets a new
 * account, having agreed to the terms.
 *
 * @throws Refusal OAUTH_WRONG, OAUTH_EMAIL, OAUTH_PASSWORD, PASSWORD_WRONG, TERMS_REQUIRED, TWO_FACTOR_REQUIRED,
 * TWO_FACTOR_WRONG, CODE_TOO_MANY, TOO_MANY_REQUESTS
 */
export async function signInByOauth(context: AppContext, input: OauthSignin): Promise<OpenedSession> {
  const identity = await context.providers.idTokens.read(input.provider, input.token);
  if (identity === undefined) throw new Refusal(wrong);
  const signinCase = await findSigninCase(context, identity, input);
  const outcome = await context.db.transaction().execute(async (trx): Promise<OpenedSession | RefusalItem> => {
    if (signinCase.kind !== 'new') {
      const refused = refuseSecondFactor(await checkSecondFactor(context, trx, signinCase.clientId, input.code));
      if (refused !== undefined) return refused;
      const changed = await findChange(trx, identity, signinCase);
      if (changed !== undefined) return changed;
    }
    if (!(await useNonce(context, trx, identity.nonce))) return wrong;
    const clientId = signinCase.kind === 'new' ? await register(context, trx, identity, input) : signinCase.clientId;
    const loginId = 'loginId' in signinCase ? signinCase.loginId : await join(context, trx, identity, clientId);
    if (signinCase.kind === 'join')
      await completeAct(context, trx, 'link another sign-in account', { clientId, device: input.provider });
    if (signinCase.kind !== 'new') await notifyNewDevice(context, trx, clientId, input.device);
    return openSession(context, trx, clientId, input.device, { loginId });
  });
  // A wrong code must be counted, so the transaction commits before it is refused.
  if ('code' in outcome) throw new Refusal(outcome);
  return outcome;
}

async function findSigninCase(context: AppContext, identity: SignedIdentity, input: OauthSignin): Promise<SigninCase> {
  const known = await findLogin(context.db, identity);
  if (known !== undefined) return { kind: 'known', ...known };
  const { email, isEmailVerified } = identity;
  if (!isEmailVerified) throw new Refusal({ code: 'OAUTH_EMAIL', field: 'oauth_token' });
  const account = await findPasswordByEmail(context.db, email);
  if (account === undefined) {
    if (!input.isAgreeTerms) throw new Refusal(termsRequired);
    return { kind: 'new' };
  }
  if (account.passwordHash !== '') await requirePassword(context, email, account, input);
  return { kind: 'join', ...account };
}

/** The client is locked now: facts that were checked before may have changed, and then nothing is opened. */
async function findChange(
  trx: Executor,
  identity: SignedIdentity,
  signinCase: Exclude<SigninCase, { kind: 'new' }>,
): Promise<RefusalItem | undefined> {
  if (signinCase.kind === 'known')
    return (await findLogin(trx, identity))?.loginId === signinCase.loginId ? undefined : wrong;
  const present = await findPasswordByEmail(trx, identity.email);
  if (present?.clientId !== signinCase.clientId) return wrong;
  return present.passwordHash === signinCase.passwordHash ? undefined : { code: 'OAUTH_PASSWORD', field: 'password' };
}

/** The password's owner may be another person than the provider's: neither may get into the other's account. */
async function requirePassword(
  context: AppContext,
  email: string,
  account: { clientId: string; passwordHash: string },
  { password = '', device }: OauthSignin,
): Promise<void> {
  if (password === '') throw new Refusal({ code: 'OAUTH_PASSWORD', field: 'password' });
  if (!(await tryPassword(context, { email, account, password, device })))
    throw new Refusal({ code: 'PASSWORD_WRONG', field: 'password' });
}

async function register(
  context: AppContext,
  trx: Executor,
  identity: SignedIdentity,
  { language, referrerId = '', device }: OauthSignin,
): Promise<string> {
  const { email } = identity;
  const clientId = await addClient(context, trx, {
    email,
    // No password matches this one; a link for a new one sets it.
    passwordHash: '',
    language,
    partnerKey: null,
    referrerId,
  });
  // Another request registered the address at this very moment.
  if (clientId === undefined) throw new Refusal(wrong);
  await attachReferrer(context, trx, { clientId, code: referrerId, deviceId: device.deviceId ?? '' });
  await keepConsents(context, trx, { clientId, language, given: consentsOfSignUp(context.config) });
  await confirmEmail(trx, { clientId, email, level: 'email_phone', confirmedAt: context.clock.now() });
  await context.jobs.enqueue(trx, adoptOrdersJob, { clientId });
  return clientId;
}

async function join(
  { clock }: AppContext,
  trx: Executor,
  { issuer, subject }: SignedIdentity,
  clientId: string,
): Promise<string> {
  const loginId = await insertIdentity(trx, { issuer, subject, clientId, createdAt: clock.now() });
  if (loginId === undefined) throw new Refusal(wrong);
  return loginId;
}
