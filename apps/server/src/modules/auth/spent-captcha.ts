import type { UsedCaptcha } from './store.ts';

/** As long as the same call may still be under way beside this one. */
const sameMomentMs = 15_000;

/** Why a captcha token was refused: it was used before. */
export class SpentCaptcha extends Error {
  override readonly name = 'SpentCaptcha';
  /** Used for the same action a moment ago: the same call may have been sent twice. */
  readonly isJustNow: boolean;
  constructor(earlier: UsedCaptcha, here: { action: string; now: Date }) {
    super('the captcha token was spent before');
    const age = here.now.getTime() - earlier.usedAt.getTime();
    this.isJustNow = earlier.action === here.action && age < sameMomentMs;
  }
}
