import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';

/** A write that may be repeated: who asks, under which key, for what. */
export interface IdempotentCall {
  actor: string;
  key: string;
  bodyHash: Uint8Array;
}

/**
 * The answer that was given to this very call before.
 *
 * @returns `undefined` when the key is new
 * @throws Refusal IDEMPOTENCY_CONFLICT when the key was used with another body
 */
export async function findAnswer(executor: Executor, { actor, key, bodyHash }: IdempotentCall): Promise<unknown> {
  const row = await executor
    .selectFrom('idempotencyKeys')
    .select(['bodyHash', 'answer'])
    .where('actor', '=', actor)
    .where('key', '=', key)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (!row.bodyHash.equals(bodyHash)) throw new Refusal({ code: 'IDEMPOTENCY_CONFLICT' });
  return row.answer ?? undefined;
}
