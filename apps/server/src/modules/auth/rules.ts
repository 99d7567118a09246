/** How long sessions and their tokens live. */
export const sessionRules = {
  accessMs: 10 * 60_000,
  /** A session lives on as long as it is used at least once in this time. */
  sessionMs: 30 * 24 * 60 * 60_000,
  /** However much it is used, whoever signed in does so again after this time. */
  longestMs: 90 * 24 * 60 * 60_000,
  /** A refresh token may come again within this time: an answer that got lost, or a second tab. */
  retryMs: 10_000,
  /** Clocks of two servers may differ by this much. */
  toleranceMs: 5_000,
} as const;

/** When a session ends that was opened then and used just now. */
export function endOfSession(openedAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + sessionRules.sessionMs, openedAt.getTime() + sessionRules.longestMs));
}

/** How long a device can sign in by biometrics without being used. */
export const biometricLifetimeMs = 90 * 24 * 60 * 60_000;

/** How links for a new password behave. */
export const recoveryRules = { lifetimeMs: 60 * 60_000, windowMs: 60 * 60_000, max: 3 } as const;

/** A refresh token as the database has it, with the session it belongs to. */
export interface RefreshState {
  usedAt: Date | null;
  expiresAt: Date;
  sessionEndedAt: Date | null;
  sessionExpiresAt: Date;
  /** Whether this device would get the same successor as the one that used the token. */
  isSameDevice: boolean;
  /** Whether the successor was exchanged in its turn. */
  isSuccessorUsed: boolean;
}

/**
 * What a refresh token comes to: `rotate` gives the successor for the first time, `repeat` gives it again,
 * `over` is a session that ended, `stolen` a token that somebody used who should not have it.
 */
export type RefreshVerdict = 'rotate' | 'repeat' | 'over' | 'stolen';

export function judgeRefresh(state: RefreshState, now: Date): RefreshVerdict {
  if (state.sessionEndedAt !== null || now >= state.sessionExpiresAt || now >= state.expiresAt) return 'over';
  if (state.usedAt === null) return 'rotate';
  const isSoon = now.getTime() - state.usedAt.getTime() <= sessionRules.retryMs;
  return isSoon && state.isSameDevice && !state.isSuccessorUsed ? 'repeat' : 'stolen';
}

/** What a text claims to be, before anything is checked. */
export function readTokenKind(token: string): 'access' | 'refresh' | 'unknown' {
  if (/^cwr_[\w-]{43}$/.test(token)) return 'refresh';
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) ? 'access' : 'unknown';
}
