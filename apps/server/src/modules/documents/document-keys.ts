import { createHash, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { openText, sealText } from '../../secrets/seal-text.ts';

/** What is kept of a file beside its picture. */
const details = z.object({
  documentType: z.string().default(''),
  documentDate: z.string().default(''),
  expiryDate: z.string().default(''),
  comment: z.string().default(''),
});
export type DocumentDetails = z.output<typeof details>;

export function sealDetails(
  context: Pick<AppContext, 'random'>,
  key: KeyObject,
  given: Partial<DocumentDetails>,
): string {
  return sealText(key, context.random, JSON.stringify(details.parse(given)));
}

export function openDetails(key: KeyObject | undefined, sealed: string): DocumentDetails {
  return details.parse(key === undefined || sealed === '' ? {} : JSON.parse(openText([key], sealed)));
}

/** Why a file's key is ended. */
export type Ending = 'dropped' | 'replaced' | 'declined' | 'never submitted' | 'account closed' | 'time over';

/**
 * Ends the key of a file in the live database, and with it the file; backups keep the wrapped key until they expire.
 * What it was is kept as proof. The caller removes the sealed file after the commit, or leaves it to the sweep.
 */
export async function destroyDocumentKey(
  context: Pick<AppContext, 'clock' | 'random'>,
  trx: Executor,
  document: { documentId: string; clientId: string; sealedKey: string },
  reason: Ending,
): Promise<void> {
  const destroyedAt = context.clock.now();
  const { documentId, clientId, sealedKey } = document;
  const ended = await trx
    .updateTable('documents')
    .set({ sealedKey: '', sealedDetails: '', destroyedAt })
    .where('documentId', '=', documentId)
    .where('destroyedAt', 'is', null)
    .executeTakeFirst();
  if (ended.numUpdatedRows !== 1n) return;
  await trx
    .insertInto('destroyedKeys')
    .values({
      destructionId: newUuid(context),
      clientId,
      documentId,
      keySha256: createHash('sha256').update(sealedKey).digest('hex'),
      reason,
      destroyedAt,
    })
    .execute();
}
