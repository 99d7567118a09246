import { createHash } from 'node:crypto';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import type { Clock } from '../../context.ts';

/** Hash of the fields of a call: the same fields in any order give the same hash. */
export function hashBody(fields: Readonly<Record<string, unknown>>): Uint8Array {
  return createHash('sha256')
    .update(JSON.stringify(sort(fields, 0)))
    .digest();
}

/** Requests nest less than that; deeper nesting is a fault of the program, reported before the stack is used up. */
const depthMax = 64;

function sort(value: unknown, depth: number): unknown {
  if (depth > depthMax) throw new Error('A body is nested too deep to be hashed.');
  if (Array.isArray(value)) return value.map((item) => sort(item, depth + 1));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(
    entries.toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([key, item]) => [key, sort(item, depth + 1)]),
  );
}

/** A write that may be repeated: the caller, its key, and the request. */
export interface IdempotentCall {
  actor: string;
  key: string;
  bodyHash: Uint8Array;
}

/**
 * The answer that was given to this call before.
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

/**
 * Claims a key, and stores the answer with it, within the transaction that does the work. A second call with the same
 * key waits here for the first one to commit.
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
