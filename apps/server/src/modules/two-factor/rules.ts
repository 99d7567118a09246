import { guesses } from '../../budgets/guesses.ts';

/** How many wrong codes, and for how long they count. */
const failureRules = {
  max: guesses.authenticatorCode.tries,
  windowMs: guesses.authenticatorCode.seconds * 1000,
} as const;

/** Whether so many codes were wrong lately that no other is looked at. */
export function isBlocked(failures: number, failedAt: Date | null, now: Date): boolean {
  if (failures < failureRules.max || failedAt === null) return false;
  return now.getTime() - failedAt.getTime() < failureRules.windowMs;
}

/** The number of failures with one more: old ones are forgotten. */
export function countFailure(failures: number, failedAt: Date | null, now: Date): number {
  const isOld = failedAt === null || now.getTime() - failedAt.getTime() >= failureRules.windowMs;
  return isOld ? 1 : failures + 1;
}
