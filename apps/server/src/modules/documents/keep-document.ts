import type { KeyObject } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import { newUuid } from '../../new-uuid.ts';
import type { CleanFile } from '../../providers/document-cleaner/port.ts';
import { alarmWhileAway } from '../alarms/alarm-while-away.ts';
import { sealText } from '../../secrets/seal-text.ts';
import { sealDetails, type DocumentDetails } from './document-keys.ts';
import { sealBytes } from './seal-bytes.ts';
import { insertDocument, markStored } from './store.ts';

export interface KeptDocument {
  clientId: string;
  type: string;
  file: CleanFile;
  details: Partial<DocumentDetails>;
  clientKey: KeyObject;
  /** What has to hold, asked before the file is kept and once more before it counts, with the wizard's row held. */
  hold: (trx: Executor) => Promise<{ verificationId: string }>;
  /** Ends what the file takes the place of, in the transaction in which it begins to count. */
  replace: (trx: Executor) => Promise<void>;
}

/**
 * Keeps a cleaned file: the intent is written, then the store has the sealed file, then it counts. What breaks off in
 * between leaves an intent, whose file the sweep ends.
 *
 * @returns the number of the file
 */
export async function keepDocument(context: AppContext, kept: KeptDocument): Promise<string> {
  const { clientId, type, file, clientKey } = kept;
  const documentId = newUuid(context);
  const key = context.random.bytes(32);
  await context.db.transaction().execute(async (trx) => {
    const { verificationId } = await kept.hold(trx);
    await insertDocument(trx, {
      documentId,
      clientId,
      verificationId,
      type,
      ext: file.ext,
      bytes: file.bytes.length,
      pages: file.pages,
      sealedKey: sealText(clientKey, context.random, Buffer.from(key).toString('base64')),
      sealedDetails: sealDetails(context, clientKey, kept.details),
      createdAt: context.clock.now(),
    });
  });
  const sealed = await sealBytes(key, context.random, documentId, file.bytes);
  await alarmWhileAway(context, 'document_store_away', () => context.providers.documentStore.put(documentId, sealed));
  await context.db.transaction().execute(async (trx) => {
    await kept.replace(trx);
    if (!(await markStored(trx, documentId, context.clock.now()))) throw new Refusal({ code: 'TRY_LATER' });
  });
  return documentId;
}
