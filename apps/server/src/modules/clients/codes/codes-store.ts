import type { Executor } from '../../../database/db.ts';
import { skewMs } from '../rules.ts';

/**
 * Purpose of a code: the first e-mail address, or one that replaces an unconfirmed one; another one for a confirmed; a
 * phone number; a proof that the owner of the confirmed address makes the request.
 */
export type CodePurpose = 'email' | 'new email' | 'phone' | 'owner';

/** Codes that are sent by e-mail. */
export const emailPurposes = ['email', 'new email'] as const satisfies readonly CodePurpose[];

export interface NewCode {
  codeId: string;
  clientId: string;
  purpose: CodePurpose;
  /** E-mail address or number that the code is for; it was not sent there when it is another account's. */
  target: string;
  codeHash: Uint8Array;
  createdAt: Date;
  expiresAt: Date;
}

export async function insertCode(executor: Executor, code: NewCode): Promise<void> {
  await executor
    .insertInto('confirmationCodes')
    .values({ ...code, codeHash: Buffer.from(code.codeHash) })
    .execute();
}

/**
 * Times at which codes were made since then, for one client or for one address or number by any client, newest first.
 */
export async function selectCodeTimes(
  executor: Executor,
  of: { clientId: string } | { target: string },
  purpose: CodePurpose,
  since: Date,
): Promise<Date[]> {
  const codes = executor
    .selectFrom('confirmationCodes')
    .select('createdAt')
    .where('purpose', '=', purpose)
    .where('createdAt', '>', since)
    .orderBy('createdAt', 'desc');
  const own = 'clientId' in of ? codes.where('clientId', '=', of.clientId) : codes.where('target', '=', of.target);
  return (await own.execute()).map((row) => row.createdAt);
}

/** The newest code; older ones are no longer valid, and one of a clock that was ahead never was. */
export async function selectNewestCode(
  executor: Executor,
  { clientId, purposes, now }: { clientId: string; purposes: readonly CodePurpose[]; now: Date },
) {
  return executor
    .selectFrom('confirmationCodes')
    .selectAll()
    .where('clientId', '=', clientId)
    .where('purpose', 'in', purposes)
    .where('createdAt', '<=', new Date(now.getTime() + skewMs))
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function countAttempt(executor: Executor, codeId: string): Promise<void> {
  await executor
    .updateTable('confirmationCodes')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('codeId', '=', codeId)
    .execute();
}

export async function markCodeUsed(executor: Executor, codeId: string, usedAt: Date): Promise<void> {
  await executor.updateTable('confirmationCodes').set({ usedAt }).where('codeId', '=', codeId).execute();
}

/** Ends every code that was sent to an address or a number, or for an order, and not used. */
export async function endSentCodes(executor: Executor, clientId: string, endedAt: Date): Promise<void> {
  await executor
    .updateTable('confirmationCodes')
    .set({ expiresAt: endedAt })
    .where('clientId', '=', clientId)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', endedAt)
    .execute();
  // An approval holds the client's row before it reads its code.
  await executor
    .updateTable('orderConfirmations')
    .set({ expiresAt: endedAt })
    .where('clientId', '=', clientId)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', endedAt)
    .execute();
  await executor
    .updateTable('signinCodes')
    .set({ expiresAt: endedAt })
    .where('email', '=', (of) => of.selectFrom('clients').select('email').where('clientId', '=', clientId))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', endedAt)
    .execute();
}

export async function deleteOldCodes(executor: Executor, before: Date): Promise<void> {
  await executor.deleteFrom('signinCodes').where('expiresAt', '<', before).execute();
  await executor.deleteFrom('confirmationCodes').where('expiresAt', '<', before).execute();
}
