import type { uploadDocument as uploadCall } from '@causeway/contract/calls/upload-document';
import type { RequestOf } from '@causeway/contract/define-call';
import type { UploadedFile } from '@causeway/contract/shapes/verification';
import { fileKind } from '@causeway/domain/verification/file-kind';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import type { Spooled } from '../../plugins/spool.ts';
import type { CleanFile } from '../../providers/document-cleaner/port.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { openClientKey } from '../client-keys/client-keys.ts';
import { destroyDocumentKey } from '../documents/document-keys.ts';
import { keepDocument } from '../documents/keep-document.ts';
import { findDocument, listDocuments } from '../documents/store.ts';
import { describeDocument } from './describe-documents.ts';
import { judgeDays, replacedBy, typesOf, type FileWizard } from './document-rules.ts';
import { holdOpenWizard } from './hold-wizard.ts';
import { readBirthday } from './read-fields.ts';
import type { WizardKey } from './store.ts';

/**
 * C-23: takes a file for a wizard. It is judged by its content and made anew before it is kept; one that was there for
 * the same side and may go is ended as soon as the new one counts.
 *
 * @throws Refusal size_small, size_big, wrong_type, FILE_INFECTED, TRY_LATER, DOCUMENT_TYPE_WRONG, DOCUMENT_DATE_WRONG, DOCUMENT_EXPIRED,
 *   DOCUMENT_LOCKED, WIZARD_LOCKED, NOT_FOUND
 */
export async function uploadDocument(
  context: AppContext,
  clientId: string,
  { request, file }: { request: RequestOf<typeof uploadCall>; file: Spooled },
): Promise<UploadedFile> {
  const { wizard, documentType, type, walletId = '', documentDate = '', expiryDate = '' } = request;
  if (wizard === 'email' || wizard === 'phone' || wizard === 'basic')
    throw new Refusal({ code: 'DOCUMENT_TYPE_WRONG', field: 'wizard' });
  if (!typesOf(wizard, documentType).includes(type)) throw new Refusal({ code: 'DOCUMENT_TYPE_WRONG', field: 'type' });
  const key: WizardKey = { clientId, wizard, walletId };
  // Before any work is done for it: whoever may not upload costs nothing.
  await context.db.transaction().execute((trx) => requireRoom(context, trx, key, wizard, type));
  const faults = judgeDays({ documentDate, expiryDate }, await readBirthday(context, clientId), context.clock.now());
  if (faults.length > 0) throw new Refusal(faults);
  const clean = await cleanFile(context, file, type === 'selfie');
  const clientKey = await openClientKey(context, clientId);
  const documentId = await keepDocument(context, {
    clientId,
    type,
    file: clean,
    clientKey,
    details: { documentType: documentType ?? '', documentDate, expiryDate },
    hold: async (trx) => ({ verificationId: (await requireRoom(context, trx, key, wizard, type)).verificationId }),
    replace: async (trx) => {
      const { replaced } = await requireRoom(context, trx, key, wizard, type);
      for (const old of replaced) await destroyDocumentKey(context, trx, old, 'replaced');
    },
  });
  const kept = await findDocument(context.db, documentId);
  if (kept === undefined) throw new Refusal({ code: 'TRY_LATER' });
  return describeDocument(kept, clientKey);
}

/** The wizard, held, and the files that a new one takes the place of. */
async function requireRoom(context: AppContext, trx: Executor, key: WizardKey, wizard: FileWizard, type: string) {
  const { verificationId } = await holdOpenWizard(context, trx, key);
  const replaced = replacedBy(wizard, type, await listDocuments(trx, verificationId));
  if (replaced === undefined) throw new Refusal({ code: 'DOCUMENT_LOCKED', field: 'file' });
  return { verificationId, replaced };
}

async function cleanFile(context: AppContext, file: Spooled, isPictureOnly: boolean): Promise<CleanFile> {
  if (file.size === 0) throw new Refusal({ code: 'size_small', field: 'file' });
  if (file.isTooLong) throw new Refusal({ code: 'size_big', field: 'file' });
  const clean = await context.providers.documentCleaner.clean(async () => {
    const bytes = await file.read();
    await refuseInfected(context, bytes);
    const kind = fileKind(bytes);
    return kind === undefined || (isPictureOnly && kind === 'pdf') ? undefined : { bytes, kind };
  });
  if (clean === undefined) throw new Refusal({ code: 'wrong_type', field: 'file' });
  return clean;
}

/** A file that the scanner has not judged is not opened. @throws Refusal FILE_INFECTED, TRY_LATER */
async function refuseInfected(context: AppContext, bytes: Uint8Array): Promise<void> {
  const { virusScanner } = context.providers;
  if (virusScanner === undefined) return;
  const isInfected = await virusScanner.isInfected(bytes).catch(async (error: unknown) => {
    const details = { reason: error instanceof Error ? error.message : String(error) };
    await raiseAlarm(context, context.db, { kind: 'scanner_away', subject: 'documents', details });
    throw new Refusal({ code: 'TRY_LATER', field: 'file' }, { cause: error, retryAfterSeconds: 10 });
  });
  await clearAlarm(context, context.db, 'scanner_away', 'documents');
  if (isInfected) throw new Refusal({ code: 'FILE_INFECTED', field: 'file' });
}
