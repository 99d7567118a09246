import { documentStatuses, type DocumentStatus } from '@causeway/domain/verification/documents';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';
import type { Documents } from '../../database/types.generated.ts';

export interface DocumentRow extends Omit<Selectable<Documents>, 'status'> {
  status: DocumentStatus;
}

const status = z.enum(documentStatuses);
const toRow = (row: Selectable<Documents>): DocumentRow => ({ ...row, status: status.parse(row.status) });

/** The files of one wizard that are there, the oldest first. */
export async function listDocuments(executor: Executor, verificationId: string): Promise<DocumentRow[]> {
  const rows = await executor
    .selectFrom('documents')
    .selectAll()
    .where('verificationId', '=', verificationId)
    .where('storedAt', 'is not', null)
    .where('destroyedAt', 'is', null)
    .orderBy('documentId')
    .execute();
  return rows.map(toRow);
}

/** A file that is there; `undefined` where it never was or is gone. */
export async function findDocument(executor: Executor, documentId: string): Promise<DocumentRow | undefined> {
  const row = await executor
    .selectFrom('documents')
    .selectAll()
    .where('documentId', '=', documentId)
    .where('storedAt', 'is not', null)
    .where('destroyedAt', 'is', null)
    .executeTakeFirst();
  return row && toRow(row);
}

export async function insertDocument(
  executor: Executor,
  row: Omit<DocumentRow, 'storedAt' | 'destroyedAt' | 'status'>,
): Promise<void> {
  await executor
    .insertInto('documents')
    .values({ ...row, status: 'new' })
    .execute();
}

/** @returns whether the intent was still there */
export async function markStored(executor: Executor, documentId: string, storedAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await executor
    .updateTable('documents')
    .set({ storedAt })
    .where('documentId', '=', documentId)
    .where('destroyedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function saveDocumentStatus(executor: Executor, documentId: string, next: DocumentStatus): Promise<void> {
  await executor.updateTable('documents').set({ status: next }).where('documentId', '=', documentId).execute();
}

export async function saveDetails(executor: Executor, documentId: string, sealedDetails: string): Promise<void> {
  await executor.updateTable('documents').set({ sealedDetails }).where('documentId', '=', documentId).execute();
}

/** Every file of a client whose key was not ended, also what an upload left behind. */
export async function listClientDocuments(executor: Executor, clientId: string): Promise<DocumentRow[]> {
  const rows = await executor
    .selectFrom('documents')
    .selectAll()
    .where('clientId', '=', clientId)
    .where('destroyedAt', 'is', null)
    .execute();
  return rows.map(toRow);
}
