import { createHmac } from 'node:crypto';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config/config.ts';
import type { Budgets, Spending } from '../context.ts';
import { openPool } from '../database/open-pool.ts';
import { Refusal } from '../errors.ts';
import { deriveKey } from '../secrets/derive-key.ts';

export interface OpenBudgets {
  budgets: Budgets;
  stop(): Promise<void>;
}

/** For load tests against the sandbox: nothing is counted. */
export const noBudgets: Budgets = { spend: () => Promise.resolve() };

const table = 'rate_limits';
/** Milliseconds to wait for the database before each process counts alone. */
const patienceMs = 2_000;

/**
 * Counts shared budgets in the database, and the others in memory. When the database does not answer, each process
 * counts alone: better than accepting everything or nothing.
 */
export function createBudgets(
  config: Pick<Config, 'ACCESS_TOKEN_SECRET' | 'DATABASE_BUDGET_CONNECTIONS' | 'RATE_LIMIT'>,
  databaseUrl: string,
): OpenBudgets {
  if (config.RATE_LIMIT === 'off') return { budgets: noBudgets, stop: () => Promise.resolve() };
  const pool = openPool({
    connectionString: databaseUrl,
    max: config.DATABASE_BUDGET_CONNECTIONS,
    statement_timeout: patienceMs,
    connectionTimeoutMillis: patienceMs,
  });
  const key = deriveKey(config, 'rate limits');
  const limiters = new Map<string, RateLimiterMemory | RateLimiterPostgres>();
  let isSweeping = false;

  function limiterOf({ call, by, max, seconds, isShared }: Spending): RateLimiterMemory | RateLimiterPostgres {
    const name = `${call}:${by}`;
    const known = limiters.get(name);
    if (known !== undefined) return known;
    const memory = new RateLimiterMemory({ keyPrefix: name, points: max, duration: seconds });
    const limiter = isShared
      ? new RateLimiterPostgres({
          storeClient: pool,
          storeType: 'pool',
          tableName: table,
          tableCreated: true,
          keyPrefix: name,
          points: max,
          duration: seconds,
          // Once a budget is spent, this process need not ask the database until the budget is free again.
          inMemoryBlockOnConsumed: max + 1,
          insuranceLimiter: memory,
          // One of them clears the table for all.
          clearExpiredByTimeout: !isSweeping,
        })
      : memory;
    isSweeping ||= isShared;
    limiters.set(name, limiter);
    return limiter;
  }

  const hash = (value: string) => createHmac('sha256', key).update(value).digest('base64url').slice(0, 27);
  const budgets: Budgets = {
    async spend(spending) {
      try {
        await limiterOf(spending).consume(hash(spending.value));
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
        throw new Refusal({ code: 'TOO_MANY_REQUESTS' }, { retryAfterSeconds: seconds, cause: error });
      }
    },
  };
  return { budgets, stop: () => pool.end() };
}
