/**
 * Every security event there is, with how loud its line is. What a line carries is told in docs/security/log.md, which
 * names them all.
 */
export const securityEvents = {
  /** Somebody got in: `way`, `clientId`, `sessionId`. */
  signed_in: 'info',
  /** Somebody did not: `way`, `code`, and the hash of the address that was tried. */
  signin_refused: 'warn',
  second_factor_passed: 'info',
  /** `code` says whether it was missing, wrong, or one of too many. */
  second_factor_refused: 'warn',
  signed_out: 'info',
  /** Sessions ended without their own sign-out: `reason`, and how many. */
  sessions_ended: 'info',
  /** A refresh token came a second time, from somebody else or too late; its session is over. */
  refresh_reused: 'warn',
  /** A link for a new password was asked for, whether there is such an account or not. */
  recovery_asked: 'info',
  biometric_issued: 'info',
  /** What its owner is written of: password, second factor, passkeys, another firm's sign-in, a new device. */
  account_changed: 'info',
  account_deleted: 'info',
  /** A call without the right to it: no access, over, or not one's own. */
  call_refused: 'info',
  /** A request that no page of ours sends. */
  input_refused: 'info',
  /** A password, code, link or token that was not right, outside of signing in. */
  secret_refused: 'warn',
  captcha_refused: 'warn',
  /** Somebody asked for more than there is for one. */
  budget_met: 'warn',
} as const satisfies Readonly<Record<string, 'info' | 'warn'>>;

export type SecurityEvent = keyof typeof securityEvents;

/** Events that a stranger can cause without end: of each, so many lines a minute, and then a count. */
export const floods: ReadonlySet<SecurityEvent> = new Set([
  'call_refused',
  'input_refused',
  'secret_refused',
  'captcha_refused',
  'budget_met',
]);
