import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';

/** The programme of an operator. */
export interface ReferralSettings {
  /** Parts of the service fee, in percent, by level. */
  percents: Readonly<Record<1 | 2, number>>;
  /** Cents of EUR from which rewards are paid. */
  leastPayout: bigint;
  /** Most cents of EUR that one earner gets in a month for clients who were not verified. */
  unverifiedMost: bigint;
}

/** `undefined` where there is no programme. */
export async function readReferralSettings(executor: Executor): Promise<ReferralSettings | undefined> {
  const row = await executor
    .selectFrom('referralSettings')
    .select(['firstPercent', 'secondPercent', 'leastPayout', 'unverifiedMost'])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { firstPercent, secondPercent, leastPayout, unverifiedMost } = row;
  return { percents: { 1: firstPercent, 2: secondPercent }, leastPayout, unverifiedMost };
}

/** The programme of the sandbox. An existing one stays unchanged. */
export async function seedDemoReferrals({ db, config }: Pick<AppContext, 'db' | 'config'>): Promise<void> {
  if (config.ENVIRONMENT !== 'sandbox') return;
  await db
    .insertInto('referralSettings')
    .values({ firstPercent: 25, secondPercent: 5, leastPayout: 1_000n })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
