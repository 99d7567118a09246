import type { DocumentStatus } from '@causeway/domain/verification/documents';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { ClientRecord } from '../clients/store.ts';
import { saveDocumentStatus, type DocumentRow } from '../documents/store.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { saveReview, saveStatus, type VerificationRow } from './store.ts';

interface Decision {
  status: Extract<DocumentStatus, 'approved' | 'declined' | 'rejected'>;
  /** Files that it is about. */
  of: readonly DocumentRow[];
}

/**
 * Writes what people or an outside provider decided, and notifies the client, who reads on the page of the verification
 * what it means. The level is raised by the caller.
 */
export async function decideWizard(
  context: AppContext,
  trx: Executor,
  { row, client }: { row: VerificationRow; client: ClientRecord },
  { status, of }: Decision,
): Promise<void> {
  const decidedAt = context.clock.now();
  for (const { documentId } of of) await saveDocumentStatus(trx, documentId, status);
  await saveReview(trx, row.verificationId, {
    claimedBy: '',
    checkedBy: '',
    ...(status === 'declined' && { firstApprovedBy: '' }),
  });
  await saveStatus(trx, row.verificationId, status, { decidedAt });
  await queueEmail(context, trx, {
    template: `verification-${status}`,
    parameters: { path: '/verification' },
    recipient: client.email,
    language: client.language,
    clientId: client.clientId,
    occasion: `verification-${status}:${row.verificationId}:${decidedAt.toISOString()}`,
  });
}
