import { codeLimits } from '../../budgets/guesses.ts';

/** How codes that approve an order behave. */
export const confirmationRules = {
  lifetimeMs: 10 * 60_000,
  pauseMs: 60_000,
  attemptsMax: codeLimits.triesOfOne,
  /** Codes of one order, resent ones included: so many times `attemptsMax` is all that can ever be guessed. */
  codesMax: codeLimits.codesPerHour,
} as const;

const codeLength = 6;

/** What was typed, trimmed and cut to six signs (5-01); `undefined` unless they are digits. */
export function readApprovalCode(text: string): string | undefined {
  const code = text.trim().slice(0, codeLength);
  return /^[0-9]{6}$/.test(code) ? code : undefined;
}

/** What a try comes to. `again` is the right code a second time: nothing changes, nothing is wrong. */
export type ApprovalVerdict = 'right' | 'again' | 'wrong' | 'expired' | 'too many';

export interface JudgedConfirmation {
  isEqual: boolean;
  /** A newer code was sent: this one no longer counts. */
  isReplaced: boolean;
  attempts: number;
  expiresAt: Date;
  usedAt: Date | null;
}

/** Judges a try at a code. */
export function judgeApproval(code: JudgedConfirmation, now: Date): ApprovalVerdict {
  if (code.usedAt !== null) return code.isEqual && code.attempts < confirmationRules.attemptsMax ? 'again' : 'wrong';
  if (code.isReplaced || now >= code.expiresAt) return 'expired';
  if (code.attempts >= confirmationRules.attemptsMax) return 'too many';
  return code.isEqual ? 'right' : 'wrong';
}
