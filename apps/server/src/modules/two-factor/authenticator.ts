import { toUnixSeconds } from '@causeway/contract/fields/fields';
import { base32 } from '@scure/base';
import { verifySync } from 'otplib';
import type { Randomness } from '../../context.ts';
import { guesses } from '../../budgets/guesses.ts';

/** Seconds for which a code of an authenticator is valid. */
export const codePeriod = 30;
/** Clocks of phones may be off by this many seconds. */
const tolerance = 30;

/** A new key in base32: 160 bits, as RFC 4226 recommends. */
export function makeAuthenticatorKey(random: Randomness): string {
  return base32.encode(random.bytes(20));
}

/** Whether a text can be a key of ours. */
export function isAuthenticatorKey(text: string): boolean {
  return /^[A-Z2-7]{32}$/.test(text);
}

/** The time step of a right code that no earlier step was used after; `undefined` for any other text. */
export function findCodeStep(key: string, typed: string, now: Date, lastStep: bigint): bigint | undefined {
  const token = typed.replace(/[\s-]/g, '');
  if (!/^[0-9]{6}$/.test(token)) return undefined;
  const epoch = toUnixSeconds(now);
  const verdict = verifySync({ secret: key, token, epoch, epochTolerance: tolerance, period: codePeriod });
  if (!verdict.valid || !('timeStep' in verdict)) return undefined;
  const step = BigInt(verdict.timeStep);
  return step > lastStep ? step : undefined;
}

/** How many wrong codes are allowed, and for how long they count. */
const failureRules = {
  max: guesses.authenticatorCode.tries,
  windowMs: guesses.authenticatorCode.seconds * 1000,
} as const;

/** Whether there were so many wrong codes lately that no other is checked. */
export function isBlocked(failures: number, failedAt: Date | null, now: Date): boolean {
  if (failures < failureRules.max || failedAt === null) return false;
  return now.getTime() - failedAt.getTime() < failureRules.windowMs;
}

/** The number of failures with one more: old ones no longer count. */
export function countFailure(failures: number, failedAt: Date | null, now: Date): number {
  const isOld = failedAt === null || now.getTime() - failedAt.getTime() >= failureRules.windowMs;
  return isOld ? 1 : failures + 1;
}
