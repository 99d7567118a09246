import { deleteOldTries } from '../../budgets/reserve-attempt.ts';
import type { AppContext } from '../../context.ts';
import { deleteOldCodes } from '../clients/codes/codes-store.ts';
import { deleteOldAnswers } from '../idempotency/answer-once.ts';
import { deleteOldChallenges } from '../passkeys/challenges.ts';
import { deleteOldHandovers } from '../sessions/handover-store.ts';
import { deleteOldNonces } from '../social-signin/store.ts';
import { deleteOldFactorCodes } from '../two-factor/factor-codes.ts';
import { deleteOldResets } from '../owner-proof/password-resets-store.ts';
import { deleteOldCaptchas } from './store.ts';
import { deleteOldRefreshTokens } from './refresh-token-store.ts';

const hourMs = 60 * 60_000;
/** Verifiers accept a token for minutes; a day is far beyond that. */
const captchaMs = 24 * hourMs;
/** Long enough to look into a complaint. */
const keptMs = 7 * 24 * hourMs;

export async function forgetSpent(context: AppContext): Promise<void> {
  const now = context.clock.now().getTime();
  await deleteOldCaptchas(context.db, new Date(now - captchaMs));
  await deleteOldAnswers(context.db, new Date(now - captchaMs));
  await deleteOldCodes(context.db, new Date(now - keptMs));
  await deleteOldRefreshTokens(context.db, new Date(now - keptMs));
  await deleteOldTries(context.db, new Date(now - hourMs));
  await deleteOldChallenges(context.db, new Date(now - hourMs));
  await deleteOldNonces(context.db, new Date(now - hourMs));
  await deleteOldFactorCodes(context.db, new Date(now - hourMs));
  await deleteOldHandovers(context.db, new Date(now - hourMs));
  await deleteOldResets(context.db, new Date(now - keptMs));
}
