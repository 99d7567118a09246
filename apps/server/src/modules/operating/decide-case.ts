import { identityPapers } from '@causeway/domain/verification/documents';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { openDetails } from '../documents/document-keys.ts';
import { raiseLevel } from '../verification/client-facts.ts';
import { decideWizard } from '../verification/decide-wizard.ts';
import { findCheck } from '../identity-checks/store.ts';
import { missingTypes } from '../verification/document-rules.ts';
import { readFields } from '../verification/read-fields.ts';
import { saveReview } from '../verification/store.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';
import {
  about,
  changeCase,
  requireAnother,
  requireClaimed,
  requireText,
  type CaseRequest,
  type HeldCase,
} from './review-cases.ts';

/**
 * Approves what a client sent: the level rises as far as everything approved gives. An identity goes back to the queue
 * once, for a second person.
 *
 * @returns what has happened, for the operator
 * @throws OperatorFault
 */
export async function approveCase(context: AppContext, { caseId, operator }: CaseRequest): Promise<string> {
  return changeCase(context, caseId, async (trx, held) => {
    const { row, client, documents } = requireClaimed(held, operator);
    requireAnother(row, operator);
    await requireComplete(trx, held);
    const details = about(row, client);
    if (row.wizard === 'identity' && row.firstApprovedBy === '') {
      await saveReview(trx, caseId, { claimedBy: '', firstApprovedBy: operator });
      await recordAction(context, trx, { operator, action: 'case_approved_once', subject: caseId, details });
      return 'Approved once. It is in the queue again, for another person.';
    }
    await decideWizard(context, trx, held, { status: 'approved', of: documents });
    const level = await raiseLevel(context, trx, client.clientId);
    await recordAction(context, trx, {
      operator,
      action: 'case_approved',
      subject: caseId,
      details: { ...details, level, ...(row.firstApprovedBy !== '' && { firstApprovedBy: row.firstApprovedBy }) },
    });
    return `Approved. The level of the client is ${level}.`;
  });
}

/**
 * Asks the client again for the files with a comment; for all of them where only fields have one.
 *
 * @throws OperatorFault
 */
export async function askAgain(context: AppContext, { caseId, operator }: CaseRequest): Promise<void> {
  await changeCase(context, caseId, async (trx, held) => {
    const { row, client, documents, key } = requireClaimed(held, operator);
    const commented = documents.filter(({ sealedDetails }) => openDetails(key, sealedDetails).comment !== '');
    const fields = Object.keys(readFields(key, row.sealedComments));
    if (commented.length === 0 && fields.length === 0)
      throw new OperatorFault('Say what is wrong first: comment a file or a field.');
    const of = commented.length > 0 ? commented : documents;
    await decideWizard(context, trx, held, { status: 'declined', of });
    const details = {
      ...about(row, client),
      documents: of.map(({ type }) => type).join(' '),
      fields: fields.join(' '),
    };
    await recordAction(context, trx, { operator, action: 'case_asked_again', subject: caseId, details });
  });
}

/** Refuses a case for good. The reason is for the record: the client is referred to support. @throws OperatorFault */
export async function rejectCase(
  context: AppContext,
  { caseId, operator, reason }: CaseRequest & { reason: string },
): Promise<void> {
  requireText(reason, 'reason');
  await changeCase(context, caseId, async (trx, held) => {
    const { row, client, documents } = requireClaimed(held, operator);
    await decideWizard(context, trx, held, { status: 'rejected', of: documents });
    const details = { ...about(row, client), reason };
    await recordAction(context, trx, { operator, action: 'case_rejected', subject: caseId, details });
  });
}

/** No level without its documents, or the approval of an outside provider who has seen them. */
async function requireComplete(trx: Executor, { row, documents, key }: HeldCase): Promise<void> {
  if (row.wizard === 'basic') return;
  if ((await findCheck(trx, { verificationId: row.verificationId }))?.status === 'approved') return;
  const { document_type: given } = readFields(key, row.sealedFields);
  const paper = identityPapers.find((one) => one === given);
  const missing = missingTypes(row.wizard, paper, documents);
  if (missing.length > 0 || (row.wizard === 'identity' && paper === undefined))
    throw new OperatorFault(
      `The case ${row.verificationId} lacks documents: ${missing.join(', ') || 'document_type'}.`,
    );
}
