import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { randomCode } from '../../random-bytes.ts';

const codePattern = /^[0-9A-Z]{10}$/;

/** The code of a client's link, made at the first request: it says nothing of the client and never changes. */
export async function openReferralCode(
  { db, clock, random }: Pick<AppContext, 'db' | 'clock' | 'random'>,
  clientId: string,
): Promise<string> {
  const known = await db.selectFrom('referralCodes').select('code').where('clientId', '=', clientId).executeTakeFirst();
  if (known !== undefined) return known.code;
  await db
    .insertInto('referralCodes')
    .values({ clientId, code: randomCode(random, 10), createdAt: clock.now() })
    .onConflict((conflict) => conflict.column('clientId').doNothing())
    .execute();
  const { code } = await db
    .selectFrom('referralCodes')
    .select('code')
    .where('clientId', '=', clientId)
    .executeTakeFirstOrThrow();
  return code;
}

/** The open account whose link has this code. */
export async function findReferrer(executor: Executor, code: string): Promise<string | undefined> {
  if (!isReferralCode(code)) return undefined;
  const row = await executor
    .selectFrom('referralCodes')
    .innerJoin('clients', 'clients.clientId', 'referralCodes.clientId')
    .select('clients.clientId')
    .where('code', '=', code)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row?.clientId;
}

export function isReferralCode(text: string): boolean {
  return codePattern.test(text);
}
