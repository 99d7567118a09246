import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { addClient } from '../clients/add-client.ts';
import { consentsOfSignUp, keepConsents } from '../consents/keep-consents.ts';
import { findPasswordByEmail, hashPassword } from '../clients/passwords/password.ts';
import { issueEmailCode } from '../clients/codes/email-code.ts';
import { requireGoodPassword } from '../clients/passwords/good-password.ts';
import { findPartner } from '../partners/find-partner.ts';
import { attachReferrer } from '../referrals/attach-referrer.ts';
import { openSession, type Device, type OpenedSession } from './open-session.ts';
import { signIn } from './sign-in.ts';

export interface SignUpInput {
  email: string;
  password: string;
  language: Language;
  partnerKey: string | undefined;
  referrerId: string | undefined;
  isNews: boolean;
  device: Device;
}

/**
 * Registers a client, sends the confirmation code and opens a session, all in one transaction.
 *
 * An address with an account is signed in when the password is its own: its owner forgot the account, or the request
 * was sent twice. Otherwise the answer is that of a wrong sign-in, so that registering reveals no more than signing in:
 * only a caller with the right password learns that there is an account.
 *
 * @throws Refusal PASSWORD_COMMON, WRONG_CREDENTIALS, CODE_TOO_MANY where no code could be sent, TOO_MANY_REQUESTS
 */
export async function signUp(context: AppContext, input: SignUpInput): Promise<OpenedSession> {
  // Checked before any lookup: the answer is the same for every address.
  requireGoodPassword(context, { ...input, field: 'password' });
  const known = await findPasswordByEmail(context.db, input.email);
  if (known !== undefined) return signInInstead(context, input);
  const passwordHash = await hashPassword(input.password);
  const partner = input.partnerKey === undefined ? undefined : await findPartner(context, input.partnerKey);
  const tokens = await context.db.transaction().execute(async (transaction) => {
    const clientId = await addClient(context, transaction, {
      email: input.email,
      passwordHash,
      language: input.language,
      partnerKey: partner?.partnerKey ?? null,
      referrerId: input.referrerId ?? '',
      isNews: input.isNews,
    });
    if (clientId === undefined) return undefined;
    const { referrerId: code = '', device } = input;
    await attachReferrer(context, transaction, { clientId, code, deviceId: device.deviceId ?? '' });
    const given = consentsOfSignUp(context.config, input.isNews);
    await keepConsents(context, transaction, { clientId, language: input.language, given });
    const { email, language } = input;
    const seconds = await issueEmailCode(context, transaction, { clientId, email, language, isOwn: true });
    if (seconds > 0) throw new Refusal({ code: 'CODE_TOO_MANY', values: { wait: 'yes', seconds } });
    return openSession(context, transaction, clientId, input.device);
  });
  if (tokens !== undefined) return tokens;
  // Two requests for one new address at once: this one came second.
  return signInInstead(context, input);
}

/**
 * By the rules of signing in: wrong passwords count, and an account with a second factor is refused, as there is no
 * code here.
 */
async function signInInstead(context: AppContext, { email, password, device }: SignUpInput): Promise<OpenedSession> {
  try {
    return await signIn(context, { email, password, device });
  } catch (error) {
    const isRefusedHere = error instanceof Refusal && error.items.some(({ code }) => refusedAlike.has(code));
    if (!isRefusedHere) throw error;
    throw new Refusal({ code: 'WRONG_CREDENTIALS', values: { place: 'signup' } }, { cause: error });
  }
}

const refusedAlike: ReadonlySet<string> = new Set(['WRONG_CREDENTIALS', 'TWO_FACTOR_REQUIRED']);
