import { base32crockford } from '@scure/base';
import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';

const lifetimeMs = 2 * 60_000;
const form = /^PK[0-9A-HJKMNP-TV-Z]{16}$/;

/** Whether a text has the form of such a code. */
export function isFactorCode(text: string): boolean {
  return form.test(text);
}

/** A code that is valid once where the second factor is required, for a client who has just shown another factor. */
export async function issueFactorCode(
  { clock, random }: Pick<AppContext, 'clock' | 'random'>,
  executor: Executor,
  { clientId, sessionId }: { clientId: string; sessionId: string | null },
): Promise<string> {
  const code = `PK${base32crockford.encode(random.bytes(10))}`;
  const expiresAt = new Date(clock.now().getTime() + lifetimeMs);
  await executor
    .insertInto('secondFactorCodes')
    .values({ codeHash: hashCode(code), clientId, sessionId, expiresAt })
    .execute();
  return code;
}

/** Uses such a code up. @returns whether it was this client's and in time */
export async function spendFactorCode(trx: Executor, clientId: string, code: string, now: Date): Promise<boolean> {
  if (!isFactorCode(code)) return false;
  const spent = await trx
    .deleteFrom('secondFactorCodes')
    .where('codeHash', '=', hashCode(code))
    .where('clientId', '=', clientId)
    .returning('expiresAt')
    .executeTakeFirst();
  return spent !== undefined && spent.expiresAt > now;
}

export async function deleteOldFactorCodes(executor: Executor, before: Date): Promise<void> {
  await executor.deleteFrom('secondFactorCodes').where('expiresAt', '<', before).execute();
}

function hashCode(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
