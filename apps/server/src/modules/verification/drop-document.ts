import { isDocumentOpen } from '@causeway/domain/verification/documents';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { destroyDocumentKey } from '../documents/document-keys.ts';
import { findDocument } from '../documents/store.ts';
import type { WizardKey } from './document-rules.ts';
import { holdOpenWizard } from './hold-wizard.ts';

/**
 * C-24: removes a file that was not submitted, or was declined (5-22).
 *
 * @throws Refusal NOT_FOUND for a file of another client or wizard, DOCUMENT_LOCKED, WIZARD_LOCKED
 */
export async function dropDocument(context: AppContext, key: WizardKey, documentId: string): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const found = await findDocument(trx, documentId);
    if (found === undefined || found.clientId !== key.clientId) throw new Refusal({ code: 'NOT_FOUND' });
    const { verificationId } = await holdOpenWizard(context, trx, key);
    // Read again under the wizard's lock: another call may have changed the document before.
    const document = await findDocument(trx, documentId);
    if (document === undefined || document.verificationId !== verificationId) throw new Refusal({ code: 'NOT_FOUND' });
    if (!isDocumentOpen(document.status, 'unverified')) throw new Refusal({ code: 'DOCUMENT_LOCKED' });
    await destroyDocumentKey(context, trx, document, 'dropped');
  });
}
