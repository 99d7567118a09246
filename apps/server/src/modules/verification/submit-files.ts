import type { IdentityPaper } from '@causeway/domain/verification/documents';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { sealText } from '../../secrets/seal-text.ts';
import { openClientKey } from '../client-keys/client-keys.ts';
import { listDocuments, saveDocumentStatus } from '../documents/store.ts';
import { missingTypes, type FileWizard } from './document-rules.ts';
import { holdOpenWizard } from './hold-wizard.ts';
import { saveFields, saveReview, saveStatus, type WizardKey } from './store.ts';

/**
 * Sends the files of a wizard to be looked at; from then on nobody changes them.
 *
 * @throws Refusal DOCUMENT_MISSING with an item for each file that is not there, is_required without the kind of paper
 */
export async function submitFiles(
  context: AppContext,
  key: WizardKey & { wizard: FileWizard },
  paper: IdentityPaper | undefined,
): Promise<void> {
  const { clientId, wizard } = key;
  if (wizard === 'identity' && paper === undefined) throw new Refusal({ code: 'is_required', field: 'document_type' });
  const clientKey = await openClientKey(context, clientId);
  await context.db.transaction().execute(async (trx) => {
    const { verificationId } = await holdOpenWizard(context, trx, key);
    const files = await listDocuments(trx, verificationId);
    const missing = missingTypes(wizard, paper, files);
    if (missing.length > 0) throw new Refusal(missing.map((field) => ({ code: 'DOCUMENT_MISSING', field }) as const));
    for (const { documentId, status } of files)
      if (status === 'new') await saveDocumentStatus(trx, documentId, 'uploaded');
    if (paper !== undefined)
      await saveFields(
        trx,
        verificationId,
        sealText(clientKey, context.random, JSON.stringify({ document_type: paper })),
      );
    await saveReview(trx, verificationId, { claimedBy: '', firstApprovedBy: '', sealedComments: '' });
    await saveStatus(trx, verificationId, 'uploaded', { submittedAt: context.clock.now() });
  });
}
