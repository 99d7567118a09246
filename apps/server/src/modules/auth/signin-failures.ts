import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { deriveKey } from '../../secrets/derive-key.ts';
import { failureRules } from './rules.ts';

type FailureContext = Pick<AppContext, 'config' | 'clock' | 'db'>;

/**
 * Seconds until a password for this address is looked at again, 0 when it is at once. An address without an account
 * is treated the same, so that this tells nobody which ones there are.
 */
export async function secondsUntilNextTry(context: FailureContext, email: string): Promise<number> {
  const row = await context.db
    .selectFrom('signinFailures')
    .select(['failures', 'failedAt'])
    .where('emailHash', '=', hashEmail(context, email))
    .executeTakeFirst();
  if (row === undefined || row.failures < failureRules.max) return 0;
  const until = row.failedAt.getTime() + failureRules.windowMs;
  return Math.max(0, Math.ceil((until - context.clock.now().getTime()) / 1000));
}

/** Counts a wrong password; those of an earlier window are forgotten. */
export async function countSigninFailure(context: FailureContext, email: string): Promise<void> {
  const failedAt = context.clock.now();
  const old = new Date(failedAt.getTime() - failureRules.windowMs);
  await context.db
    .insertInto('signinFailures')
    .values({ emailHash: hashEmail(context, email), failures: 1, failedAt })
    .onConflict((conflict) =>
      conflict.column('emailHash').doUpdateSet({
        failures: sql<number>`case when signin_failures.failed_at <= ${old} then 1 else signin_failures.failures + 1 end`,
        failedAt,
      }),
    )
    .execute();
}

/** Forgets the wrong passwords of an address whose owner has signed in. */
export async function forgetSigninFailures(context: FailureContext, email: string): Promise<void> {
  await context.db.deleteFrom('signinFailures').where('emailHash', '=', hashEmail(context, email)).execute();
}

export async function deleteOldSigninFailures(executor: Executor, before: Date): Promise<void> {
  await executor.deleteFrom('signinFailures').where('failedAt', '<', before).execute();
}

function hashEmail({ config }: Pick<AppContext, 'config'>, email: string): Buffer {
  return createHmac('sha256', deriveKey(config, 'sign-in failures')).update(email).digest();
}
