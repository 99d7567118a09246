import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';

interface NewSigninCode {
  codeId: string;
  email: string;
  codeHash: Uint8Array;
  deviceId: string;
  createdAt: Date;
  expiresAt: Date;
}

export async function insertSigninCode(executor: Executor, code: NewSigninCode): Promise<void> {
  await executor
    .insertInto('signinCodes')
    .values({ ...code, codeHash: Buffer.from(code.codeHash) })
    .execute();
}

/** Requests for one address wait for each other, so that each sees the codes of the others. */
export async function holdAddress(trx: Executor, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`signin code ${email}`}, 0))`.execute(trx);
}

/** When codes were made for an address since then, newest first; with a device, those that it asked for. */
export async function selectSigninCodeTimes(
  executor: Executor,
  { email, deviceId, since }: { email: string; deviceId: string | undefined; since: Date },
): Promise<Date[]> {
  const rows = await executor
    .selectFrom('signinCodes')
    .select('createdAt')
    .where('email', '=', email)
    .where('createdAt', '>', since)
    .$if(deviceId !== undefined, (of) => of.where('deviceId', '=', deviceId ?? ''))
    .orderBy('createdAt', 'desc')
    .execute();
  return rows.map(({ createdAt }) => createdAt);
}

/** The address that a code was sent to. */
export async function findAddressOfCode(executor: Executor, codeId: string): Promise<string | undefined> {
  const row = await executor.selectFrom('signinCodes').select('email').where('codeId', '=', codeId).executeTakeFirst();
  return row?.email;
}

/** A code, locked until the transaction ends: attempts at it count one by one. */
export async function lockSigninCode(trx: Executor, codeId: string) {
  return trx.selectFrom('signinCodes').selectAll().where('codeId', '=', codeId).forUpdate().executeTakeFirst();
}

export async function countSigninAttempt(trx: Executor, codeId: string): Promise<void> {
  await trx
    .updateTable('signinCodes')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('codeId', '=', codeId)
    .execute();
}

export async function spendSigninCode(trx: Executor, codeId: string, usedAt: Date): Promise<void> {
  await trx.updateTable('signinCodes').set({ usedAt }).where('codeId', '=', codeId).execute();
}
