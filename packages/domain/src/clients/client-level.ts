/** Levels of a client in rising order; source: requirement 4.8-11. */
export const clientLevels = ['unverified', 'email_phone', 'basic', 'identity', 'address', 'bank_statement'] as const;

export type ClientLevel = (typeof clientLevels)[number];

/** Whether a level is at least another one. */
export function isLevelAtLeast(level: ClientLevel, least: ClientLevel): boolean {
  return clientLevels.indexOf(level) >= clientLevels.indexOf(least);
}

/**
 * Whether the level alone asks for verification before an order (4.9-13, 4.9-14).
 *
 * @param isBasicVerifyEnabled light verification lets `email_phone` and `basic` trade inside their limits
 */
export function isVerificationNeeded(level: ClientLevel, isBasicVerifyEnabled: boolean): boolean {
  if (level === 'unverified') return true;
  return !isBasicVerifyEnabled && !isLevelAtLeast(level, 'identity');
}
