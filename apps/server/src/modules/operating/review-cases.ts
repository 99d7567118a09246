import { isLevelAtLeast } from '@causeway/domain/clients/client-level';
import { levelsOf } from '@causeway/domain/verification/level-stages';
import { groupOf } from '@causeway/domain/verification/wizards';
import type { KeyObject } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { clearAlarm } from '../alarms/raise-alarm.ts';
import { findClientKey } from '../client-keys/client-keys.ts';
import { holdClient, saveLevel, type ClientRecord } from '../clients/store.ts';
import { openDetails, sealDetails } from '../documents/document-keys.ts';
import { findDocument, listDocuments, saveDetails, type DocumentRow } from '../documents/store.ts';
import { sealText } from '../../secrets/seal-text.ts';
import { findCheck } from '../identity-checks/store.ts';
import { readFacts } from '../verification/client-facts.ts';
import { decideWizard } from '../verification/decide-wizard.ts';
import { readFields } from '../verification/read-fields.ts';
import { findVerification, listSubmitted, saveReview, type VerificationRow } from '../verification/store.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';
import { requireClient } from './client-records.ts';

/** A submitted wizard, held with its client until the transaction ends. */
export interface HeldCase {
  row: VerificationRow;
  client: ClientRecord;
  documents: DocumentRow[];
  key: KeyObject;
}

export interface CaseRequest {
  caseId: string;
  operator: string;
}

/** Cases that wait for a decision, those that wait longest first. */
export async function listCases({ db }: Pick<AppContext, 'db'>) {
  return listSubmitted(db);
}

/** Takes a case out of the queue, so that no other operator reviews it. @throws OperatorFault */
export async function claimCase(context: AppContext, { caseId, operator }: CaseRequest): Promise<void> {
  await changeCase(context, caseId, async (trx, { row, client }) => {
    if (row.claimedBy !== '') throw new OperatorFault(`The case ${caseId} is claimed by ${row.claimedBy}.`);
    requireAnother(row, operator);
    await saveReview(trx, caseId, { claimedBy: operator });
    await recordAction(context, trx, {
      operator,
      action: 'case_claimed',
      subject: caseId,
      details: about(row, client),
    });
  });
}

/** Puts a claimed case back into the queue, also one that another operator left. @throws OperatorFault */
export async function releaseCase(context: AppContext, { caseId, operator }: CaseRequest): Promise<void> {
  await changeCase(context, caseId, async (trx, { row, client }) => {
    if (row.claimedBy === '') throw new OperatorFault(`The case ${caseId} is not claimed.`);
    await saveReview(trx, caseId, { claimedBy: '' });
    const details = { ...about(row, client), claimedBy: row.claimedBy };
    await recordAction(context, trx, { operator, action: 'case_released', subject: caseId, details });
  });
}

/**
 * Says what is wrong with a field; an empty comment takes it back. The client sees it once asked again.
 *
 * @throws OperatorFault
 */
export async function commentField(
  context: AppContext,
  { caseId, field, comment, operator }: CaseRequest & { field: string; comment: string },
): Promise<void> {
  await changeCase(context, caseId, async (trx, held) => {
    const { row, client, key } = requireClaimed(held, operator);
    const known = Object.keys(readFields(key, row.sealedFields));
    if (!known.includes(field))
      throw new OperatorFault(`The case ${caseId} has no field ${field}: ${known.join(', ') || 'it has none'}.`);
    const comments = withComment(readFields(key, row.sealedComments), field, comment);
    await saveReview(trx, caseId, { sealedComments: sealText(key, context.random, JSON.stringify(comments)) });
    const details = { ...about(row, client), field };
    await recordAction(context, trx, { operator, action: 'case_commented', subject: caseId, details });
  });
}

/** The same of a file: what has a comment is what the client is asked for again. @throws OperatorFault */
export async function commentDocument(
  context: AppContext,
  { documentId, comment, operator }: { documentId: string; comment: string; operator: string },
): Promise<void> {
  const { verificationId } = await requireDocument(context.db, documentId);
  await changeCase(context, verificationId, async (trx, held) => {
    const { documents, key } = requireClaimed(held, operator);
    const document = documents.find((one) => one.documentId === documentId);
    if (document === undefined) throw new OperatorFault(`There is no document ${documentId}.`);
    const details = { ...openDetails(key, document.sealedDetails), comment: comment.trim() };
    await saveDetails(trx, documentId, sealDetails(context, key, details));
    const given = { case: verificationId };
    await recordAction(context, trx, { operator, action: 'document_commented', subject: documentId, details: given });
  });
}

/** Carries out a change of a case that waits for a decision. @throws OperatorFault where it does not */
export async function changeCase<Result>(
  context: AppContext,
  caseId: string,
  change: (trx: Executor, held: HeldCase) => Promise<Result>,
): Promise<Result> {
  const found = isCaseNumber(caseId) ? await findVerification(context.db, caseId) : undefined;
  // The vault is asked before anything is held.
  const key = found && (await findClientKey(context, found.clientId));
  if (found === undefined || key === undefined) throw new OperatorFault(`There is no case ${caseId}.`);
  return context.db.transaction().execute(async (trx) => {
    const client = await holdClient(trx, found.clientId);
    const row = await findVerification(trx, caseId, { lock: true });
    if (client === undefined || row === undefined) throw new OperatorFault(`There is no case ${caseId}.`);
    if (await isClosed(trx, client.clientId)) throw new OperatorFault(`The account ${client.niceId} is closed.`);
    if (row.status !== 'uploaded') throw new OperatorFault(`The case ${caseId} is not open: it is ${row.status}.`);
    if (row.checkedBy !== '') throw new OperatorFault(`The case ${caseId} is with ${row.checkedBy}.`);
    return change(trx, { row, client, key, documents: await listDocuments(trx, caseId) });
  });
}

/** @throws OperatorFault unless this operator has claimed the case */
export function requireClaimed(held: HeldCase, operator: string): HeldCase {
  requireClaimant(held.row, operator);
  return held;
}

/** An identity takes two people. @throws OperatorFault for the one who has approved it already */
export function requireAnother({ verificationId, firstApprovedBy }: VerificationRow, operator: string): void {
  if (firstApprovedBy !== '' && isSamePerson(firstApprovedBy, operator))
    throw new OperatorFault(`You have approved ${verificationId} already. Another person has to look at it.`);
}

export function about({ wizard }: VerificationRow, { niceId }: ClientRecord): Record<string, string> {
  return { client: niceId, wizard };
}

export function requireText(text: string, name: string): void {
  if (text.trim() === '') throw new OperatorFault(`The ${name} is empty.`);
}

export function requireClaimant({ verificationId, claimedBy }: VerificationRow, operator: string): void {
  if (claimedBy === '') throw new OperatorFault(`Claim the case first: ${verificationId}.`);
  if (!isSamePerson(claimedBy, operator))
    throw new OperatorFault(`The case ${verificationId} is claimed by ${claimedBy}.`);
}

export async function requireDocument(executor: Executor, documentId: string): Promise<DocumentRow> {
  const document = isCaseNumber(documentId) ? await findDocument(executor, documentId) : undefined;
  if (document === undefined) throw new OperatorFault(`There is no document ${documentId}.`);
  return document;
}

async function isClosed(trx: Executor, clientId: string): Promise<boolean> {
  const row = await trx.selectFrom('clients').select('deletedAt').where('clientId', '=', clientId).executeTakeFirst();
  return row === undefined || row.deletedAt !== null;
}

/** Names are typed: case and spaces make no other person. */
function isSamePerson(one: string, other: string): boolean {
  const plain = (name: string) => name.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase();
  return plain(one) === plain(other);
}

export function isCaseNumber(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}

function withComment(comments: Readonly<Record<string, string>>, field: string, comment: string) {
  const { [field]: _former, ...others } = comments;
  return comment.trim() === '' ? others : { ...others, [field]: comment.trim() };
}

/**
 * Ends the approval of an identity that a provider took back, or that was another person's: the level falls below
 * it. Where the provider asks again the client goes on there; else it is refused for good.
 *
 * @throws OperatorFault
 */
export async function revokeIdentity(
  context: AppContext,
  operator: string,
  [text = '', reason = '']: readonly string[],
): Promise<string> {
  requireText(reason, 'reason');
  return context.db.transaction().execute(async (trx) => {
    const { clientId, niceId } = await requireClient(trx, text);
    const client = await holdClient(trx, clientId);
    const { flags, rows } = await readFacts(trx, clientId);
    const row = rows.find(({ wizard }) => wizard === 'identity');
    if (client === undefined || row?.status !== 'approved')
      throw new OperatorFault(`The identity of ${niceId} is not approved.`);
    const check = await findCheck(trx, { verificationId: row.verificationId });
    const isAsked = check?.status === 'retry' || check?.status === 'open';
    await decideWizard(context, trx, { row, client }, { status: isAsked ? 'declined' : 'rejected', of: [] });
    const levels = levelsOf(flags);
    const above = levels.findIndex((one) => one === groupOf('identity', flags)?.completes);
    const level = isLevelAtLeast(client.level, levels[above] ?? 'identity')
      ? (levels[above - 1] ?? 'unverified')
      : client.level;
    await saveLevel(trx, clientId, level);
    await clearAlarm(context, trx, 'identity_check', niceId);
    const details = { reason, level };
    await recordAction(context, trx, { operator, action: 'identity_revoked', subject: niceId, details });
    return `The level of the client is ${level}.`;
  });
}
