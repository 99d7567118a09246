import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { deriveKey } from '../../secrets/derive-key.ts';
import { sealText } from '../../secrets/seal-text.ts';
import { sendTextMessageJob } from './jobs/send-text-message.ts';

/** Queues a text message within the caller's transaction: it is sent if and only if the transaction commits. */
export async function queueTextMessage(
  context: Pick<AppContext, 'config' | 'clock' | 'random' | 'jobs'>,
  trx: Executor,
  message: { clientId: string; recipient: string; text: string },
): Promise<void> {
  const { text, ...row } = message;
  const textMessageId = newUuid(context);
  const sealed = sealText(deriveKey(context.config, 'text messages'), context.random, text);
  await trx
    .insertInto('textMessages')
    .values({ ...row, textMessageId, sealed, createdAt: context.clock.now() })
    .execute();
  await context.jobs.enqueue(trx, sendTextMessageJob, { textMessageId });
}
