import type { IdentityPaper } from '@causeway/domain/verification/documents';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import { sealText } from '../../secrets/seal-text.ts';
import { openClientKey } from '../client-keys/client-keys.ts';
import { listDocuments, saveDocumentStatus } from '../documents/store.ts';
import { judgeDays, missingTypes, type FileWizard, type WizardKey } from './document-rules.ts';
import { holdOpenWizard } from './hold-wizard.ts';
import { readBirthday } from './read-fields.ts';
import { saveFields, saveReview, saveStatus } from './store.ts';

type FileWizardKey = WizardKey & { wizard: FileWizard };

/** What is typed beside the files. */
export interface PaperFields {
  paper: IdentityPaper | undefined;
  documentDate?: string | undefined;
  expiryDate?: string | undefined;
}

/** Keeps what was typed beside the files, so that another device goes on with it. @throws Refusal WIZARD_LOCKED */
export async function draftFiles(context: AppContext, key: FileWizardKey, typed: PaperFields): Promise<void> {
  const save = await fieldsOf(context, key, typed);
  await context.db.transaction().execute(async (trx) => {
    const { verificationId } = await holdOpenWizard(context, trx, key);
    await save(trx, verificationId);
  });
}

/**
 * Submits the files of a wizard for review; they cannot be changed from then on.
 *
 * @throws Refusal DOCUMENT_MISSING with an item for each file that is not there, is_required without the kind of paper,
 *   DOCUMENT_DATE_WRONG, DOCUMENT_EXPIRED
 */
export async function submitFiles(context: AppContext, key: FileWizardKey, typed: PaperFields): Promise<void> {
  const { clientId, wizard } = key;
  const { paper, documentDate = '', expiryDate = '' } = typed;
  if (wizard === 'identity' && paper === undefined) throw new Refusal({ code: 'is_required', field: 'document_type' });
  const days = { documentDate, expiryDate };
  const faults = judgeDays(days, await readBirthday(context, clientId), context.clock.now());
  if (faults.length > 0) throw new Refusal(faults);
  const save = await fieldsOf(context, key, typed);
  await context.db.transaction().execute(async (trx) => {
    const { verificationId } = await holdOpenWizard(context, trx, key);
    const files = await listDocuments(trx, verificationId);
    const missing = missingTypes(wizard, paper, files);
    if (missing.length > 0) throw new Refusal(missing.map((field) => ({ code: 'DOCUMENT_MISSING', field }) as const));
    for (const { documentId, status } of files)
      if (status === 'new') await saveDocumentStatus(trx, documentId, 'uploaded');
    await save(trx, verificationId);
    await saveReview(trx, verificationId, { claimedBy: '', firstApprovedBy: '', sealedComments: '' });
    await saveStatus(trx, verificationId, 'uploaded', { submittedAt: context.clock.now() });
  });
}

/** The key is asked for before anything is held. @returns what writes the fields */
async function fieldsOf(
  context: AppContext,
  { clientId }: WizardKey,
  { paper, documentDate = '', expiryDate = '' }: PaperFields,
): Promise<(trx: Executor, verificationId: string) => Promise<void>> {
  const given = Object.entries({ document_type: paper ?? '', document_date: documentDate, expiry_date: expiryDate });
  const fields = Object.fromEntries(given.filter(([, text]) => text !== ''));
  const key = await openClientKey(context, clientId);
  return async (trx, verificationId) =>
    saveFields(trx, verificationId, sealText(key, context.random, JSON.stringify(fields)));
}
