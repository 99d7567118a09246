/** The pair of a session (3-61). */
export interface Tokens {
  access: string;
  refresh: string;
}

/** Reads a pair out of anything; a token that is not a string, or is empty, makes no session (5-39, A-066). */
export function readTokens(value: unknown): Tokens | undefined {
  if (typeof value !== 'object' || value === null || !('access' in value) || !('refresh' in value)) return undefined;
  const { access, refresh } = value;
  if (typeof access !== 'string' || typeof refresh !== 'string' || access === '' || refresh === '') return undefined;
  return { access, refresh };
}
