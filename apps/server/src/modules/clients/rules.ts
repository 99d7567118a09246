import { codeLimits } from '../../budgets/guesses.ts';

/** How codes sent by e-mail behave. */
export const codeRules = {
  lifetimeMs: 10 * 60_000,
  attemptsMax: codeLimits.triesOfOne,
  pauseMs: 60_000,
  hourMs: 60 * 60_000,
  perHour: codeLimits.codesPerHour,
} as const;

/** Seconds until another code may be asked for, given when the codes of the last hour were made, newest first. */
export function secondsUntilNextCode(times: readonly Date[], now: Date): number {
  const [newest] = times;
  if (newest === undefined) return 0;
  const afterPause = newest.getTime() + codeRules.pauseMs;
  const first = times[codeRules.perHour - 1];
  const afterHour = first === undefined ? 0 : first.getTime() + codeRules.hourMs;
  return Math.max(0, Math.ceil((Math.max(afterPause, afterHour) - now.getTime()) / 1000));
}

/** What a typed code comes to. `again` is the right code a second time: nothing changes, nothing is wrong. */
export type CodeVerdict = 'right' | 'again' | 'wrong' | 'expired' | 'too many';

/** Judges a try at a code. */
export function judgeCode(
  code: { isEqual: boolean; attempts: number; expiresAt: Date; usedAt: Date | null } | undefined,
  now: Date,
): CodeVerdict {
  if (code === undefined) return 'wrong';
  if (now >= code.expiresAt) return 'expired';
  if (code.attempts >= codeRules.attemptsMax) return 'too many';
  if (!code.isEqual) return 'wrong';
  return code.usedAt === null ? 'right' : 'again';
}

/** The six digits somebody typed, with the spaces and dashes of a letter taken out; `undefined` for anything else. */
export function readTypedCode(text: string): string | undefined {
  const digits = text.replace(/[\s-]/g, '');
  return /^[0-9]{6}$/.test(digits) ? digits : undefined;
}
