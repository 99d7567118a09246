import { isPlainEmail } from '../../../lib/format/is-plain-email.ts';

/** Faults of a form's fields before it is sent; keys of their texts. */
export interface CredentialFaults {
  email?: 'required' | 'email';
  password?: 'required' | 'short' | 'long';
  terms?: 'terms';
}

export interface Credentials {
  email: string;
  password: string;
  /** Code of the second factor, once it is required. */
  code?: string;
  /** Undefined where there is nothing to agree to. */
  isAgreed?: boolean;
  /** Agrees to e-mails about the product. */
  isNews?: boolean;
}

/** Presence and plain form; the server decides the rest. A password is judged for its length only when it is new. */
export function checkCredentials({ email, password, isAgreed }: Credentials): CredentialFaults {
  const isNew = isAgreed !== undefined;
  const faults: CredentialFaults = {};
  if (email.trim() === '') faults.email = 'required';
  else if (!isPlainEmail(email)) faults.email = 'email';
  if (password === '') faults.password = 'required';
  else if (isNew && password.length < 8) faults.password = 'short';
  else if (isNew && password.length > 72) faults.password = 'long';
  if (isAgreed === false) faults.terms = 'terms';
  return faults;
}

/**
 * Whether a sign-in without an answer may be repeated. Registering twice signs in the second time, and a second session
 * does no harm; a code of the second factor is used up by the first attempt.
 */
export function mayRepeat({ code = '' }: Pick<Credentials, 'code'>): boolean {
  return code === '';
}
