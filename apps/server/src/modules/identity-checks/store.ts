import { sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';

const statuses = ['open', 'pending', 'approved', 'retry', 'rejected'] as const;

/** A client's check by an outside provider. */
export interface CheckRow {
  checkId: string;
  clientId: string;
  verificationId: string;
  provider: string;
  /** The provider's number; empty until it has answered once. */
  applicantId: string;
  status: (typeof statuses)[number];
  /** Names the answer that was applied last. */
  answerId: string;
  createdAt: Date;
  updatedAt: Date;
  nextLookAt: Date | null;
}

const columns = [
  'checkId',
  'clientId',
  'verificationId',
  'provider',
  'applicantId',
  'status',
  'answerId',
  'createdAt',
  'updatedAt',
  'nextLookAt',
] as const;
const named = z.object({ status: z.enum(statuses) });

/** The check of a wizard, made when it is not there; held until the transaction ends. */
export async function holdCheck(
  trx: Executor,
  fresh: Pick<CheckRow, 'checkId' | 'clientId' | 'verificationId' | 'provider' | 'createdAt'>,
): Promise<CheckRow> {
  await trx
    .insertInto('identityChecks')
    .values({ ...fresh, status: 'open', updatedAt: fresh.createdAt })
    .onConflict((conflict) => conflict.column('verificationId').doNothing())
    .execute();
  const row = await trx
    .selectFrom('identityChecks')
    .select(columns)
    .where('verificationId', '=', fresh.verificationId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { ...row, ...named.parse(row) };
}

/** One check by what names it; with `lock` it is held until the transaction ends. */
export async function findCheck(
  executor: Executor,
  by: { checkId: string } | { applicantId: string; provider: string } | { verificationId: string },
  { lock = false }: { lock?: boolean } = {},
): Promise<CheckRow | undefined> {
  let query = executor.selectFrom('identityChecks').select(columns);
  if ('checkId' in by) query = query.where('checkId', '=', by.checkId);
  else if ('verificationId' in by) query = query.where('verificationId', '=', by.verificationId);
  else query = query.where('provider', '=', by.provider).where('applicantId', '=', by.applicantId);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row && { ...row, ...named.parse(row) };
}

/** Approved ones that a run asks for: there may be very many, and others do not wait for them. */
const approvedMost = 20;

/** Checks whose provider is to be asked again, those that wait longest first, and after them some approved ones. */
export async function listDue(executor: Executor, provider: string, now: Date): Promise<CheckRow[]> {
  const due = executor
    .selectFrom('identityChecks')
    .select(columns)
    .where('nextLookAt', '<=', now)
    .where('provider', '=', provider)
    .orderBy('nextLookAt');
  // Each has an index of its own.
  const approved = sql.lit('approved');
  const open = await due.where('status', '<>', approved).limit(200).execute();
  // What a person or the account's owner has ended since is not approved once more by it.
  const rest = await due
    .where('status', '=', approved)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('verifications')
          .select('verifications.verificationId')
          .whereRef('verifications.verificationId', '=', 'identityChecks.verificationId')
          .where('verifications.status', '=', approved),
      ),
    )
    .limit(approvedMost)
    .execute();
  return [...open, ...rest].map((row) => ({ ...row, ...named.parse(row) }));
}

export async function saveCheck(
  executor: Executor,
  checkId: string,
  change: Partial<Pick<CheckRow, 'applicantId' | 'status' | 'answerId' | 'updatedAt' | 'nextLookAt'>> & {
    labels?: string;
  },
): Promise<void> {
  await executor.updateTable('identityChecks').set(change).where('checkId', '=', checkId).execute();
}
