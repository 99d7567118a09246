import { createHash, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { openText, sealText } from '../../secrets/seal-text.ts';
import type { Ending } from './retention.ts';

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
  await proveDestroyed(context, trx, { clientId, documentId, sealedKey }, reason);
}

/** Keeps the proof that a key was ended: whose, by which rule, when, and the hash of the wrapped key. */
export async function proveDestroyed(
  context: Pick<AppContext, 'clock' | 'random'>,
  trx: Executor,
  { sealedKey, ...of }: { clientId: string; documentId: string | null; sealedKey: string },
  reason: Ending,
): Promise<void> {
  await trx
    .insertInto('destroyedKeys')
    .values({
      ...of,
      destructionId: newUuid(context),
      keySha256: createHash('sha256').update(sealedKey).digest('hex'),
      reason,
      destroyedAt: context.clock.now(),
    })
    .execute();
}
