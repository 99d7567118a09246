import type { SigninAnswer } from '@causeway/contract/shapes/session';
import type { Language } from '@causeway/domain/languages/languages';
import type { Texts } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { IssuedBiometricToken } from './issue-biometric-token.ts';
import type { TokenPair } from './open-session.ts';

const empty = { access: '', refresh: '', biometricToken: '', biometricTokenExpirationAt: null };

/** Runs a sign-in; a refusal that is part of the business fills the same answer with `success` 0. */
export async function answerSignin(
  texts: Texts,
  language: Language,
  signin: () => Promise<TokenPair & Partial<IssuedBiometricToken>>,
): Promise<SigninAnswer> {
  try {
    return { ...empty, ...(await signin()), success: 1, errors: [] };
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 200) throw error;
    return { ...empty, success: 0, errors: error.items.map((item) => texts.toErrorItem(language, item)) };
  }
}
