import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrorCode, errorTypes } from '@causeway/contract/errors/error-item';
import { errorCodes } from '@causeway/contract/errors/error-codes';
import { z } from 'zod';
import type { AppContext, Clock } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';

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

/** As long as the same call may still be under way beside this one. */
const sameMomentMs = 15_000;

/** Why a captcha token was refused: it was used before. */
export class SpentCaptcha extends Error {
  override readonly name = 'SpentCaptcha';
  /** Used for the same action a moment ago: the same call may have been sent twice. */
  readonly isJustNow: boolean;
  constructor(earlier: { action: string; usedAt: Date }, here: { action: string; now: Date }) {
    super('the captcha token was spent before');
    const age = here.now.getTime() - earlier.usedAt.getTime();
    this.isJustNow = earlier.action === here.action && age < sameMomentMs;
  }
}

/** A call whose captcha token is valid once. */
interface CaptchaCall<Answer> {
  /** The caller: no other gets the answer. */
  actor: string;
  captchaToken: string | undefined;
  /** The request without the token. */
  body: Readonly<Record<string, unknown>>;
  /** The call's own answer, for parsing a stored one. */
  answer: z.ZodType<Answer>;
  verifyCaptcha(): Promise<void>;
  /** Whether an answer is stored unchanged; refusals always are. */
  isKept(answer: Answer): boolean;
  /** Looks for the result of the same call before, where the use case itself stores it. */
  findDone?(): Promise<Answer | undefined>;
}

const tries = 20;
const pauseMs = 100;

const keptRefusal = z.object({
  refusal: z.array(
    z.object({
      code: z.custom<ErrorCode>((value) => typeof value === 'string' && Object.hasOwn(errorCodes, value)),
      type: z.enum(errorTypes).optional(),
      field: z.string().optional(),
      values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    }),
  ),
});

/**
 * Answers a call once. Repeated with its used token, after a lost answer, it is answered the same and nothing is done a
 * second time; while the first call is still under way, its answer is awaited.
 *
 * @throws Refusal WRONG_CAPTCHA, and whatever the handler refuses
 */
export async function answerOnce<Answer>(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  call: CaptchaCall<Answer>,
  handle: () => Promise<Answer>,
): Promise<Answer> {
  const key = { actor: call.actor, key: `answer:${hash(call.captchaToken)}`, bodyHash: hashBody(call.body) };
  try {
    await call.verifyCaptcha();
  } catch (error) {
    // Nearly every call is a new one, so a stored answer is looked for only where a token is refused.
    const kept = await waitForAnswer(db, key, call, error);
    if (kept === undefined) throw error;
    return kept.answer;
  }
  try {
    const answer = await handle();
    if (call.isKept(answer)) await keep(db, key, { answer }, clock.now());
    return answer;
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) await keep(db, key, { refusal: error.items }, clock.now());
    throw error;
  }
}

async function waitForAnswer<Answer>(
  db: Executor,
  key: IdempotentCall,
  call: CaptchaCall<Answer>,
  error: unknown,
): Promise<{ answer: Answer } | undefined> {
  const isTwin = error instanceof Refusal && error.cause instanceof SpentCaptcha && error.cause.isJustNow;
  for (let count = 0; count <= (isTwin ? tries : 0); count += 1) {
    if (count > 0) await sleep(pauseMs);
    const done = await call.findDone?.();
    if (done !== undefined) return { answer: done };
    const kept = await findKept(db, key);
    const refused = keptRefusal.safeParse(kept);
    if (refused.success) throw new Refusal(refused.data.refusal.map(dropUndefined));
    if (kept !== undefined) return z.object({ answer: call.answer }).parse(kept);
  }
  return undefined;
}

/** For another body nothing is stored under this token: it is refused like any used token. */
async function findKept(db: Executor, key: IdempotentCall): Promise<unknown> {
  try {
    return await findAnswer(db, key);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function dropUndefined({ code, type, field, values }: z.output<typeof keptRefusal>['refusal'][number]) {
  return {
    code,
    ...(type !== undefined && { type }),
    ...(field !== undefined && { field }),
    ...(values !== undefined && { values }),
  };
}

async function keep(db: Executor, { bodyHash, ...key }: IdempotentCall, what: object, createdAt: Date): Promise<void> {
  await db
    .insertInto('idempotencyKeys')
    .values({ ...key, bodyHash: Buffer.from(bodyHash), answer: JSON.stringify(what), createdAt })
    .onConflict((conflict) => conflict.columns(['actor', 'key']).doNothing())
    .execute();
}

/** Tokens have expired by then. */
export async function deleteOldAnswers(db: Executor, before: Date): Promise<void> {
  await db.deleteFrom('idempotencyKeys').where('key', 'like', 'answer:%').where('createdAt', '<', before).execute();
}

function hash(token = ''): string {
  return createHash('sha256').update(token).digest('hex');
}
