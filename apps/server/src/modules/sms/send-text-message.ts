import type { AppContext } from '../../context.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { deriveKey, deriveKeys } from '../../secrets/derive-key.ts';
import { openText, sealText } from '../../secrets/seal-text.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { sendTextMessageJob } from './jobs.ts';

/**
 * Sends a message that was not sent yet. A number that can receive none is given up; if the program dies between
 * sending and recording it, the message goes twice.
 *
 * @throws ProviderError when the gateway did not accept it
 */
export async function sendTextMessage(context: AppContext, payload: { textMessageId: string }): Promise<void> {
  const { db, clock, config, providers, log } = context;
  const row = await db
    .selectFrom('textMessages')
    .select(['recipient', 'sealed'])
    .where('textMessageId', '=', payload.textMessageId)
    .where('sentAt', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return;
  try {
    await providers.sms.send({ to: row.recipient, text: openText(deriveKeys(config, 'text messages'), row.sealed) });
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
    log.warn('a number takes no text messages', { reason: error.message });
  }
  await db
    .updateTable('textMessages')
    .set({ sentAt: clock.now(), sealed: '' })
    .where('textMessageId', '=', payload.textMessageId)
    .execute();
}

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
