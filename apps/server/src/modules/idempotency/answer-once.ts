import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorCode } from '@causeway/contract/errors/error-item';
import { errorCodes } from '@causeway/contract/errors/error-codes';
import { errorTypes } from '@causeway/contract/errors/error-item';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import { type IdempotentCall, findAnswer, hashBody } from './idempotency-keys.ts';

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
export interface CaptchaCall<Answer> {
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
