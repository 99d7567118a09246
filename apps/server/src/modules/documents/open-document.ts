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
 */
export async function openDocument(
  context: AppContext,
  document: DocumentRow,
  { reader, reason }: { reader: string; reason: string },
): Promise<Buffer> {
  const { documentId, clientId, sealedKey } = document;
  await context.db
    .insertInto('documentReads')
    .values({ readId: newUuid(context), documentId, reader, reason, readAt: context.clock.now() })
    .execute();
  const clientKey = await findClientKey(context, clientId);
  if (clientKey === undefined) throw new Error(`The key of the client of document ${documentId} is gone.`);
  const sealed = await alarmWhileAway(context, 'document_store_away', () =>
    context.providers.documentStore.get(documentId),
  );
  if (sealed === undefined) throw new Error(`The store has lost document ${documentId}.`);
  return openBytes(Buffer.from(openText([clientKey], sealedKey), 'base64'), documentId, sealed);
}
