import type { AppContext } from '../../context.ts';
import { newUuid } from '../../new-uuid.ts';
import { openText } from '../../secrets/seal-text.ts';
import { alarmWhileAway } from '../alarms/alarm-while-away.ts';
import { findClientKey } from '../client-keys/client-keys.ts';
import { openBytes } from './seal-bytes.ts';
import type { DocumentRow } from './store.ts';

/**
 * Opens a file for somebody who may see it. The look is written down before anything is opened.
 *
 * @param reader `client`, or the operator's name
 * @returns nothing where the file or its client's key is gone, as of what ended after a copy that was put back
 */
export async function openDocument(
  context: AppContext,
  document: DocumentRow,
  { reader, reason }: { reader: string; reason: string },
): Promise<Buffer | undefined> {
  const { documentId, clientId, sealedKey } = document;
  await context.db
    .insertInto('documentReads')
    .values({ readId: newUuid(context), documentId, reader, reason, readAt: context.clock.now() })
    .execute();
  const clientKey = await findClientKey(context, clientId);
  if (clientKey === undefined) return undefined;
  const sealed = await alarmWhileAway(context, 'document_store_away', () =>
    context.providers.documentStore.get(documentId),
  );
  if (sealed === undefined) {
    context.log.error('a document is not in its store', { reason: documentId });
    return undefined;
  }
  return openBytes(Buffer.from(openText([clientKey], sealedKey), 'base64'), documentId, sealed);
}
