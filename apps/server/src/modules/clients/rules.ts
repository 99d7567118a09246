import { codeLimits } from '../../budgets/guesses.ts';
import type { RefusalItem } from '../../errors.ts';
import { type KeyObject, createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import { deriveKey, deriveKeys } from '../../secrets/derive-key.ts';
import type { Randomness } from '../../context.ts';

/** How codes sent by e-mail behave. */
export const codeRules = {
  lifetimeMs: codeLimits.lifetimeMs,
  attemptsMax: codeLimits.triesOfOne,
  pauseMs: 60_000,
  hourMs: 60 * 60_000,
  perHour: codeLimits.codesPerHour,
} as const;

/** Servers’ clocks differ by less. */
export const skewMs = 60_000;

/** Whether a code was made by a clock that was ahead, and went back: it counts for nothing. */
export function isOfFuture(createdAt: Date, now: Date): boolean {
  return createdAt.getTime() > now.getTime() + skewMs;
}

/** Seconds until another code may be requested, given when the codes of the last hour were made, newest first. */
export function secondsUntilNextCode(made: readonly Date[], now: Date): number {
  const times = made.filter((time) => !isOfFuture(time, now));
  const [newest] = times;
  if (newest === undefined) return 0;
  const afterPause = newest.getTime() + codeRules.pauseMs;
  const first = times[codeRules.perHour - 1];
  const afterHour = first === undefined ? 0 : first.getTime() + codeRules.hourMs;
  return Math.max(0, Math.ceil((Math.max(afterPause, afterHour) - now.getTime()) / 1000));
}

/** Result of an entered code. `again` is the right code a second time: nothing changes, and it is no error. */
type CodeVerdict = 'right' | 'again' | 'wrong' | 'expired' | 'too many';

/** Judges an attempt at a code. */
export function judgeCode(
  code: { isEqual: boolean; attempts: number; createdAt: Date; expiresAt: Date; usedAt: Date | null } | undefined,
  now: Date,
): CodeVerdict {
  if (code === undefined) return 'wrong';
  if (now >= code.expiresAt || isOfFuture(code.createdAt, now)) return 'expired';
  if (code.attempts >= codeRules.attemptsMax) return 'too many';
  if (!code.isEqual) return 'wrong';
  return code.usedAt === null ? 'right' : 'again';
}

/** The six digits that were entered, without the spaces and dashes of an e-mail; `undefined` for anything else. */
export function readTypedCode(text: string): string | undefined {
  const digits = text.replace(/[\s-]/g, '');
  return /^[0-9]{6}$/.test(digits) ? digits : undefined;
}

/** The refusal of a code that is not right. */
export const codeRefusals: Readonly<Record<Exclude<CodeVerdict, 'right' | 'again'>, RefusalItem>> = {
  wrong: { code: 'CODE_WRONG', field: 'code' },
  expired: { code: 'CODE_EXPIRED', field: 'code' },
  'too many': { code: 'CODE_TOO_MANY', field: 'code' },
};

/** What is stored of a code: useless without the server's secret, and different for equal codes. */
export function hashCode(config: Config, codeId: string, code: string): Uint8Array {
  return hashWith(deriveKey(config, 'confirmation codes'), codeId, code);
}

/** Whether this is the code with the stored hash, under the present key or an earlier one. */
export function isCode(config: Config, codeId: string, code: string, kept: Uint8Array): boolean {
  return deriveKeys(config, 'confirmation codes').some((key) => timingSafeEqual(kept, hashWith(key, codeId, code)));
}

function hashWith(key: KeyObject, codeId: string, code: string): Uint8Array {
  return createHmac('sha256', key).update(`${codeId}:${code}`).digest();
}

const range = 1_000_000;
const fairBelow = Math.floor(2 ** 32 / range) * range;

/** Six digits, each number as likely as any other. */
export function makeCode(random: Randomness): string {
  for (;;) {
    const value = new DataView(Uint8Array.from(random.bytes(4)).buffer).getUint32(0);
    // The last, incomplete run of numbers would favour small codes.
    if (value < fairBelow) return String(value % range).padStart(6, '0');
  }
}
