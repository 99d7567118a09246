import type { DocumentStatus } from '@causeway/domain/verification/documents';
import { documentStatuses } from '@causeway/domain/verification/documents';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';
import { keptWizards, type WizardKey } from './document-rules.ts';

export interface VerificationRow extends WizardKey {
  verificationId: string;
  status: DocumentStatus;
  /** JSON under the client's key; empty until something was typed. */
  sealedFields: string;
  /** What the reviewer said of fields, likewise. */
  sealedComments: string;
  /** The operator who looks at it; empty while there is none. */
  claimedBy: string;
  /** The outside provider that looks at it; empty where people of the operator do. */
  checkedBy: string;
  /** Of an identity: the first of the two who approve it. */
  firstApprovedBy: string;
}

const columns = [
  'verificationId',
  'clientId',
  'wizard',
  'walletId',
  'status',
  'sealedFields',
  'sealedComments',
  'claimedBy',
  'checkedBy',
  'firstApprovedBy',
] as const;
const named = z.object({ wizard: z.enum(keptWizards), status: z.enum(documentStatuses) });

export async function listVerifications(executor: Executor, clientId: string): Promise<VerificationRow[]> {
  const rows = await executor.selectFrom('verifications').select(columns).where('clientId', '=', clientId).execute();
  return rows.map((row) => ({ ...row, ...named.parse(row) }));
}

/** The row of a wizard, made when it is not there; with `trx` a transaction it is held until that ends. */
export async function holdVerification(
  trx: Executor,
  { clientId, wizard, walletId }: WizardKey,
  fresh: { verificationId: string; createdAt: Date },
): Promise<VerificationRow> {
  await trx
    .insertInto('verifications')
    .values({ ...fresh, clientId, wizard, walletId, status: 'new' })
    .onConflict((conflict) => conflict.columns(['clientId', 'wizard', 'walletId']).doNothing())
    .execute();
  const row = await trx
    .selectFrom('verifications')
    .select(columns)
    .where('clientId', '=', clientId)
    .where('wizard', '=', wizard)
    .where('walletId', '=', walletId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { ...row, ...named.parse(row) };
}

/** One wizard of any client; with `lock` it is held until the transaction ends. */
export async function findVerification(
  executor: Executor,
  verificationId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<VerificationRow | undefined> {
  const query = executor.selectFrom('verifications').select(columns).where('verificationId', '=', verificationId);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row && { ...row, ...named.parse(row) };
}

/** Submitted wizards of accounts that are open, those that wait longest first. */
export async function listSubmitted(executor: Executor) {
  return executor
    .selectFrom('verifications')
    .innerJoin('clients', 'clients.clientId', 'verifications.clientId')
    .select([
      'verificationId',
      'wizard',
      'niceId',
      'level',
      'submittedAt',
      'verifications.claimedBy',
      'firstApprovedBy',
    ])
    .where(({ and }) => and({ status: 'uploaded', checkedBy: '' }))
    .where('deletedAt', 'is', null)
    .orderBy('submittedAt')
    .orderBy('verificationId')
    .execute();
}

/** Writes who looks at a wizard, and what was said of it. */
export async function saveReview(
  trx: Executor,
  verificationId: string,
  review: Partial<Pick<VerificationRow, 'claimedBy' | 'checkedBy' | 'firstApprovedBy' | 'sealedComments'>>,
): Promise<void> {
  await trx.updateTable('verifications').set(review).where('verificationId', '=', verificationId).execute();
}

export async function saveFields(trx: Executor, verificationId: string, sealedFields: string): Promise<void> {
  await trx.updateTable('verifications').set({ sealedFields }).where('verificationId', '=', verificationId).execute();
}

/** Writes the state of a wizard with the time of what brought it there. */
export async function saveStatus(
  trx: Executor,
  verificationId: string,
  status: DocumentStatus,
  times: { submittedAt?: Date; decidedAt?: Date },
): Promise<void> {
  await trx
    .updateTable('verifications')
    .set({ status, ...times })
    .where('verificationId', '=', verificationId)
    .execute();
}
