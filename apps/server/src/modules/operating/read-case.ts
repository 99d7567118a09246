import { open, unlink } from 'node:fs/promises';
import type { AppContext } from '../../context.ts';
import { findCard } from '../cards/store.ts';
import { maskCard } from '../cards/rules.ts';
import { findClientKey } from '../client-keys/client-keys.ts';
import { findClient } from '../clients/store.ts';
import { openDetails } from '../documents/document-keys.ts';
import { openDocument } from '../documents/open-document.ts';
import type { DocumentRow } from '../documents/store.ts';
import { findCheck } from '../identity-checks/store.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';
import { isSameName } from '../screening/name-parts.ts';
import { findSamePerson } from '../screening/person-marks.ts';
import { readFields } from '../verification/read-fields.ts';
import { findVerification, listVerifications, type VerificationRow } from '../verification/store.ts';
import {
  about,
  changeCase,
  isCaseNumber,
  requireClaimant,
  requireClaimed,
  requireDocument,
  requireText,
  type CaseRequest,
} from './review-cases.ts';

type Look = CaseRequest & { reason: string };

/** What a client typed and sent, and what was said of it; the look is on the record. @throws OperatorFault */
export async function readCaseFile(context: AppContext, { caseId, operator, reason }: Look) {
  const found = isCaseNumber(caseId) ? await findVerification(context.db, caseId) : undefined;
  const hints = found === undefined ? [] : await readHints(context, found);
  return changeCase(context, caseId, async (trx, held) => {
    const { row, client, documents, key } = requireClaimed(held, operator);
    requireText(reason, 'reason');
    const details = { ...about(row, client), reason };
    await recordAction(context, trx, { operator, action: 'case_read', subject: caseId, details });
    const basic = (await listVerifications(trx, client.clientId)).find(({ wizard }) => wizard === 'basic');
    const card = row.wizard === 'wallet' ? await findCard(trx, client.clientId, row.walletId) : undefined;
    return {
      client: client.niceId,
      level: client.level,
      wizard: row.wizard,
      hints,
      card: card === undefined ? '' : maskCard(card),
      fields: { ...readFields(key, basic?.sealedFields ?? ''), ...readFields(key, row.sealedFields) },
      comments: readFields(key, row.sealedComments),
      documents: documents.map(({ documentId, type, status, sealedDetails }) => {
        const { documentDate, expiryDate, comment } = openDetails(key, sealedDetails);
        return { id: documentId, type, status, documentDate, expiryDate, comment };
      }),
    };
  });
}

/** The same as lines of name and value. @throws OperatorFault */
export async function readCase(context: AppContext, look: Look): Promise<string[][]> {
  const file = await readCaseFile(context, look);
  return [
    ['client', file.client],
    ['level', file.level],
    ['wizard', file.wizard],
    ...file.hints.map(({ kind, about: words }) => ['hint', kind, ...words]),
    ...(file.card === '' ? [] : [['card', file.card]]),
    ...Object.entries(file.fields),
    ...Object.entries(file.comments).map(([field, comment]) => ['comment', field, comment]),
    ...file.documents.map((document) => ['document', ...Object.values(document).filter((text) => text !== '')]),
  ];
}

/** What a person who looks at a case should know besides: never a decision, and never shown to the client. */
async function readHints(context: AppContext, row: VerificationRow): Promise<{ kind: string; about: string[] }[]> {
  const { db, providers } = context;
  const client = await findClient(db, row.clientId);
  if (client === undefined) return [];
  const key = await findClientKey(context, row.clientId);
  const given = `${client.firstName} ${client.lastName}`.trim();
  const shown = readFields(key, row.sealedFields)['paper_name'] ?? '';
  const check = await findCheck(db, { verificationId: row.verificationId });
  const hits = (await Promise.all([...new Set([given, shown])].map((name) => providers.sanctions.find(name)))).flat();
  return [
    ...hits.map(({ list, entry, date }) => ({ kind: 'sanctions', about: [list, date, entry] })),
    ...(isSameName(given, shown) ? [] : [{ kind: 'another name on the papers', about: [shown] }]),
    ...(await findSamePerson(db, row.clientId)).map(({ kind, niceId }) => ({ kind: `same ${kind}`, about: [niceId] })),
    ...(check === undefined ? [] : [{ kind: `checked by ${check.provider}`, about: [check.status] }]),
  ];
}

interface DocumentLook {
  documentId: string;
  operator: string;
  reason: string;
}

/**
 * A file of a case that waits for a decision, for the operator who claimed it. The look is on the record before the
 * file is opened.
 *
 * @throws OperatorFault
 */
export async function readCaseDocument(
  context: AppContext,
  { documentId, operator, reason }: DocumentLook,
): Promise<{ document: DocumentRow; bytes: Buffer }> {
  requireText(reason, 'reason');
  const { verificationId } = await requireDocument(context.db, documentId);
  const document = await changeCase(context, verificationId, async (trx, held) => {
    const found = requireClaimed(held, operator).documents.find((one) => one.documentId === documentId);
    if (found === undefined) throw new OperatorFault(`There is no document ${documentId}.`);
    const details = { reason, case: verificationId };
    await recordAction(context, trx, { operator, action: 'document_shown', subject: documentId, details });
    return found;
  });
  return { document, bytes: await openKept(context, document, { reader: operator, reason }) };
}

/** @throws OperatorFault where nothing is left to open */
async function openKept(...asked: Parameters<typeof openDocument>): Promise<Buffer> {
  const bytes = await openDocument(...asked);
  if (bytes !== undefined) return bytes;
  throw new OperatorFault(
    `The file of document ${asked[1].documentId} is gone: it was ended after the copy that a restore put back, or the store has lost it.`,
  );
}

/**
 * Writes the plain file where the operator names, readable by that account alone. The look is on the record before
 * anything is opened. A file that waits for a decision is shown to the operator who claimed its case.
 *
 * @throws OperatorFault
 */
export async function showDocument(
  context: AppContext,
  { documentId, file, reason, operator }: DocumentLook & { file: string },
): Promise<void> {
  requireText(reason, 'reason');
  const document = await requireDocument(context.db, documentId);
  if (document.status === 'new') throw new OperatorFault(`The client has not submitted document ${documentId}.`);
  const row = await findVerification(context.db, document.verificationId);
  if (row === undefined) throw new OperatorFault(`There is no document ${documentId}.`);
  if (row.status === 'uploaded') requireClaimant(row, operator);
  const target = await open(file, 'wx', 0o600).catch(() => {
    throw new OperatorFault(`${file} cannot be written, or is there already. Name a new file.`);
  });
  try {
    const details = { reason, case: row.verificationId };
    await context.db.transaction().execute(async (trx) => {
      // Whose case it was a moment ago may not be whose it is.
      const held = await findVerification(trx, row.verificationId, { lock: true });
      if (held?.status === 'uploaded') requireClaimant(held, operator);
      await recordAction(context, trx, { operator, action: 'document_shown', subject: documentId, details });
    });
    await target.writeFile(await openKept(context, document, { reader: operator, reason }));
  } catch (error) {
    await unlink(file);
    throw error;
  } finally {
    await target.close();
  }
}
