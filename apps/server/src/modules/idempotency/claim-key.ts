import type { Clock } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import { findAnswer, type IdempotentCall } from './find-answer.ts';

/**
 * Takes a key, and keeps the answer with it, within the transaction that does the work. A second call with the same key waits here for the
 * first one to commit.
 *
 * @returns the stored answer of the first call, or `undefined` when this is the first
 * @throws Refusal IDEMPOTENCY_CONFLICT when the key was used with another body
 */
export async function claimKey(
  trx: Executor,
  clock: Clock,
  call: IdempotentCall,
  answer: Readonly<Record<string, string>>,
): Promise<unknown> {
  const { actor, key, bodyHash } = call;
  const claimed = await trx
    .insertInto('idempotencyKeys')
    .values({ actor, key, bodyHash: Buffer.from(bodyHash), answer: JSON.stringify(answer), createdAt: clock.now() })
    .onConflict((conflict) => conflict.columns(['actor', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed !== undefined) return undefined;
  const earlier = await findAnswer(trx, call);
  // A row without an answer cannot be seen here: it would belong to a transaction that has not committed.
  if (earlier === undefined) throw new Refusal({ code: 'IDEMPOTENCY_CONFLICT' });
  return earlier;
}
