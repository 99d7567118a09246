import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext } from '../../context.ts';
import { deriveKey } from '../../secrets/derive-key.ts';
import { sealText } from '../../secrets/seal-text.ts';
import { sendRecoveryJob } from './jobs/send-recovery.ts';

/**
 * Asks for a link for a new password. Whether there is such an account is looked up by a job, so that neither the
 * answer nor its time tells.
 */
export async function requestRecovery(
  context: AppContext,
  { email, language }: { email: string; language: Language },
): Promise<void> {
  const sealedEmail = sealText(deriveKey(context.config, 'letters'), context.random, email);
  await context.jobs.enqueue(context.db, sendRecoveryJob, { sealedEmail, language });
}
