import type { Credentials } from './check-credentials.ts';

/**
 * Whether a sign-in without an answer may be repeated. Registering twice signs in the second time, and a second session
 * does no harm; a code of the second factor is used up by the first attempt.
 */
export function mayRepeat({ code = '' }: Pick<Credentials, 'code'>): boolean {
  return code === '';
}
