import type { sendUploadPart } from '@causeway/contract/calls/send-upload-part';
import type { uploadDocument as uploadCall } from '@causeway/contract/calls/upload-document';
import type { RequestOf } from '@causeway/contract/define-call';
import type { UploadedFile } from '@causeway/contract/shapes/verification';
import type { Language } from '@causeway/domain/languages/languages';
import { uploadMax, uploadPart } from '@causeway/domain/verification/documents';
import { fileKind } from '@causeway/domain/verification/file-kind';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal, uploadsBusy } from '../../errors.ts';
import type { Spooled } from '../../plugins/spool.ts';
import { type CleanFile, CleanerBusy, type OpenedFile } from '../../providers/document-cleaner/port.ts';
import { alarmWhileAway } from '../alarms/alarm-while-away.ts';
import { hasConsent, keepConsents } from '../consents/keep-consents.ts';
import { openClientKey } from '../client-keys/client-keys.ts';
import { destroyDocumentKey } from '../documents/document-keys.ts';
import { keepDocument } from '../documents/keep-document.ts';
import { beginUpload, endUpload, joinParts, keepPart, removeParts } from '../documents/parts/upload-parts.ts';
import { findDocument, listDocuments } from '../documents/store.ts';
import { describeDocument } from './describe-documents.ts';
import { judgeDays, replacedBy, typesOf, type FileWizard, type WizardKey } from './document-rules.ts';
import { holdOpenWizard } from './hold-wizard.ts';
import { readBirthday } from './read-fields.ts';

/**
 * C-23: takes a file for a wizard. It is judged by its content and re-encoded before it is kept; one that was there for
 * the same side and may go is ended as soon as the new one counts.
 *
 * @throws Refusal size_small, size_big, wrong_type, FILE_INFECTED, UPLOADS_BUSY, TRY_LATER, DOCUMENT_TYPE_WRONG,
 *   DOCUMENT_DATE_WRONG, DOCUMENT_EXPIRED, DOCUMENT_LOCKED, WIZARD_LOCKED, NOT_FOUND
 */
export async function uploadDocument(
  context: AppContext,
  clientId: string,
  { request, file, language }: { request: RequestOf<typeof uploadCall>; file: Spooled; language: Language },
): Promise<UploadedFile> {
  const { documentType, type, documentDate = '', expiryDate = '', upload, offset } = request;
  const { key, wizard } = placeOf(clientId, request);
  // Check before any work is done: a client who may not upload must cost nothing.
  await context.db.transaction().execute((trx) => requireRoom(context, trx, key, wizard, type));
  const faults = judgeDays({ documentDate, expiryDate }, await readBirthday(context, clientId), context.clock.now());
  if (faults.length > 0) throw new Refusal(faults);
  const clientKey = await openClientKey(context, clientId);
  const whole =
    upload === undefined
      ? file
      : await joinParts(context, { ...key, type }, { uploadId: upload, offset, rest: file, clientKey });
  const clean = await cleanFile(context, whole, type === 'selfie').catch(async (error: unknown) => {
    // What was judged is not judged again; what had no turn waits for it.
    if (upload !== undefined && error instanceof Refusal && error.status < 500)
      await endUpload(context, context.db, upload);
    throw error;
  });
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
      await agreeOnce(context, trx, key, language);
      if (upload !== undefined) await endUpload(context, trx, upload);
    },
  });
  // They are no loss of the client's: the sweep removes what is left here.
  if (upload !== undefined)
    await removeParts(context, upload).catch((error: unknown) =>
      context.log.warn('the parts of a file were not removed', { error }),
    );
  const kept = await findDocument(context.db, documentId);
  if (kept === undefined) throw new Refusal({ code: 'TRY_LATER' });
  return describeDocument(kept, clientKey);
}

/**
 * C-23g: receives a part of a file. Whether there is room for the file is asked with the first part and with the last.
 *
 * @throws Refusal size_small, size_big, UPLOADS_BUSY, TRY_LATER, DOCUMENT_TYPE_WRONG, DOCUMENT_LOCKED, WIZARD_LOCKED,
 *   NOT_FOUND
 */
export async function receivePart(
  context: AppContext,
  clientId: string,
  { request, file, ip }: { request: RequestOf<typeof sendUploadPart>; file: Spooled; ip: string },
): Promise<{ upload: string; received: number }> {
  const { type, offset } = request;
  const { key, wizard } = placeOf(clientId, request);
  if (file.isTooLong || offset + file.size > uploadMax) throw new Refusal({ code: 'size_big', field: 'file' });
  if (file.size < uploadPart) throw new Refusal({ code: 'size_small', field: 'file' });
  const place = { ...key, type };
  const clientKey = await openClientKey(context, clientId);
  const begin = () =>
    context.db.transaction().execute(async (trx) => {
      await requireRoom(context, trx, key, wizard, type);
      return beginUpload(context, trx, { ...place, ip, clientKey });
    });
  const upload = request.upload ?? (await begin());
  return { upload, received: await keepPart(context, place, { uploadId: upload, offset, file, clientKey }) };
}

/** The wizard that a file is for. @throws Refusal DOCUMENT_TYPE_WRONG */
function placeOf(
  clientId: string,
  { wizard, documentType, type, walletId = '' }: Omit<RequestOf<typeof sendUploadPart>, 'offset'>,
): { key: WizardKey; wizard: FileWizard } {
  if (wizard === 'email' || wizard === 'phone' || wizard === 'basic')
    throw new Refusal({ code: 'DOCUMENT_TYPE_WRONG', field: 'wizard' });
  if (!typesOf(wizard, documentType).includes(type)) throw new Refusal({ code: 'DOCUMENT_TYPE_WRONG', field: 'type' });
  return { key: { clientId, wizard, walletId }, wizard };
}

/** The wizard, held, and the files that a new one takes the place of. */
async function requireRoom(context: AppContext, trx: Executor, key: WizardKey, wizard: FileWizard, type: string) {
  const { verificationId } = await holdOpenWizard(context, trx, key);
  const replaced = replacedBy(wizard, type, await listDocuments(trx, verificationId));
  if (replaced === undefined) throw new Refusal({ code: 'DOCUMENT_LOCKED', field: 'file' });
  return { verificationId, replaced };
}

/** What is said beside the places of a wizard is agreed to with the first file that counts. */
async function agreeOnce(context: AppContext, trx: Executor, key: WizardKey, language: Language): Promise<void> {
  const { clientId, wizard } = key;
  if (await hasConsent(trx, clientId, 'documents', wizard)) return;
  await keepConsents(context, trx, { clientId, language, given: [{ purpose: 'documents', subject: wizard }] });
}

async function cleanFile(context: AppContext, file: Spooled, isPictureOnly: boolean): Promise<CleanFile> {
  if (file.size === 0) throw new Refusal({ code: 'size_small', field: 'file' });
  if (file.isTooLong) throw new Refusal({ code: 'size_big', field: 'file' });
  const cleaning = context.providers.documentCleaner.clean(async () => {
    const { head, content } = await openFile(context, file);
    const kind = fileKind(head);
    return kind === undefined || (isPictureOnly && kind === 'pdf') ? undefined : { content, kind };
  });
  const clean = await cleaning.catch((error: unknown) => {
    throw error instanceof CleanerBusy ? uploadsBusy(error) : error;
  });
  if (clean === undefined) throw new Refusal({ code: 'wrong_type', field: 'file' });
  return clean;
}

/**
 * The cleaner reads a file from the disk itself: megabytes in the memory of this process would hold up those who wait
 * for answers, by the garbage that they become. A file that the scanner has not judged is not opened.
 *
 * @throws Refusal FILE_INFECTED, TRY_LATER
 */
async function openFile(
  context: AppContext,
  file: Spooled,
): Promise<{ head: Uint8Array } & Pick<OpenedFile, 'content'>> {
  const { virusScanner } = context.providers;
  if (virusScanner === undefined && file.waiting !== undefined)
    return { head: file.waiting.head, content: file.waiting.sealed };
  const bytes = await file.read();
  if (virusScanner === undefined) return { head: bytes, content: bytes };
  const isInfected = await alarmWhileAway(context, 'scanner_away', () => virusScanner.isInfected(bytes));
  if (isInfected) throw new Refusal({ code: 'FILE_INFECTED', field: 'file' });
  return { head: bytes, content: bytes };
}
