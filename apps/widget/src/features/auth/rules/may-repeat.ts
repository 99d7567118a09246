import type { Credentials } from './check-credentials.ts';

/**
 * Whether a sign-in without an answer may be asked for again. Registering twice signs in the second time, and a second session
 * is as good as the first; a code of the second factor is used up by the first try.
 */
export function mayRepeat({ code = '' }: Pick<Credentials, 'code'>): boolean {
  return code === '';
}
