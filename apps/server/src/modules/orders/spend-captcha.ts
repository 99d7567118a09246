import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { SpentCaptcha } from '../auth/spent-captcha.ts';
import { findAnswer, type IdempotentCall } from '../idempotency/find-answer.ts';

const tries = 20;
const pauseMs = 100;

/**
 * Spends the captcha token of a call; one that was answered before needs none. When the token was spent a moment ago,
 * the same call may be under way beside this one: its order is waited for before the token is refused.
 *
 * @throws Refusal WRONG_CAPTCHA or IDEMPOTENCY_CONFLICT
 */
export async function spendCaptcha(
  { db }: Pick<AppContext, 'db'>,
  call: IdempotentCall,
  verifyCaptcha: () => Promise<void>,
): Promise<void> {
  try {
    await verifyCaptcha();
  } catch (error) {
    // Nearly every call is a new one, so an answer is looked for where a token is refused.
    if ((await findAnswer(db, call)) !== undefined) return;
    const isTwin = error instanceof Refusal && error.cause instanceof SpentCaptcha && error.cause.isJustNow;
    if (!isTwin) throw error;
    for (let count = 0; count < tries; count += 1) {
      await sleep(pauseMs);
      if ((await findAnswer(db, call)) !== undefined) return;
    }
    throw error;
  }
}
