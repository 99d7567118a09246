import { codeLimits } from '../../budgets/guesses.ts';

/** How codes that approve an order behave. */
export const confirmationRules = {
  lifetimeMs: 10 * 60_000,
  pauseMs: 60_000,
  attemptsMax: codeLimits.triesOfOne,
  /** Codes of one order, resent ones included: this times `attemptsMax` limits the total number of guesses. */
  codesMax: codeLimits.codesPerHour,
} as const;

const codeLength = 6;

/** The entered text, trimmed and cut to six characters (5-01); `undefined` unless they are digits. */
export function readApprovalCode(text: string): string | undefined {
  const code = text.trim().slice(0, codeLength);
  return /^[0-9]{6}$/.test(code) ? code : undefined;
}

/** Result of an attempt. `again` is the right code a second time: nothing changes, and it is no error. */
export type ApprovalVerdict = 'right' | 'again' | 'wrong' | 'expired' | 'too many';

export interface JudgedConfirmation {
  isEqual: boolean;
  /** A newer code was sent: this one is no longer valid. */
  isReplaced: boolean;
  attempts: number;
  expiresAt: Date;
  usedAt: Date | null;
}

/** Judges an attempt at a code. */
export function judgeApproval(code: JudgedConfirmation, now: Date): ApprovalVerdict {
  if (code.usedAt !== null) return code.isEqual && code.attempts < confirmationRules.attemptsMax ? 'again' : 'wrong';
  if (code.isReplaced || now >= code.expiresAt) return 'expired';
  if (code.attempts >= confirmationRules.attemptsMax) return 'too many';
  return code.isEqual ? 'right' : 'wrong';
}
