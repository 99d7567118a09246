import type { SigninAnswer } from '@causeway/contract/shapes/session';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { Language } from '@causeway/domain/languages/languages';
import { tellSecurity } from '../../security-log/tell-security.ts';
import type { IssuedBiometricToken } from './issue-biometric-token.ts';
import type { OpenedSession } from './open-session.ts';

/** How somebody signs in. */
export type SigninWay = 'registering' | 'password' | 'passkey' | 'biometrics' | 'other firm';

interface Try {
  way: SigninWay;
  language: Language;
  email: string | undefined;
  ip: string;
  requestId: string;
}

const empty = { access: '', refresh: '', biometricToken: '', biometricTokenExpirationAt: null };

/** Runs a sign-in and writes down how it went; a refusal that is part of the business fills the same answer with `success` 0. */
export async function answerSignin(
  context: AppContext,
  { way, language, email, ip, requestId }: Try,
  signin: () => Promise<OpenedSession & Partial<IssuedBiometricToken>>,
): Promise<SigninAnswer> {
  try {
    const { clientId, sessionId, ...tokens } = await signin();
    tellSecurity(context, 'signed_in', { way, clientId, sessionId, ip, requestId });
    return { ...empty, ...tokens, success: 1, errors: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    tellSecurity(context, 'signin_refused', { way, code: error.message, email, ip, requestId });
    if (error.status !== 200) throw error;
    return { ...empty, success: 0, errors: error.items.map((item) => context.texts.toErrorItem(language, item)) };
  }
}
