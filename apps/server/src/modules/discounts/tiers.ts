import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/db.ts';
import { keepForASecond } from '../currencies/keep-for-a-second.ts';

/** A step of the discount, reached by turnover. */
export interface DiscountTier {
  number: number;
  /** The operator's own name for it. */
  name: string;
  /** Cents of EUR. */
  turnoverFrom: bigint;
  /** Part of the service fee that is not asked, 0 to 100. */
  percentOff: number;
}

async function loadTiers(db: Db): Promise<readonly DiscountTier[]> {
  return db
    .selectFrom('discountTiers')
    .select(['number', 'name', 'turnoverFrom', 'percentOff'])
    .orderBy('turnoverFrom')
    .execute();
}

/** Every tier, the lowest first, at most a second old. */
export const getTiers = keepForASecond(loadTiers);

/** The place of the tier that a turnover has reached; -1 below the first. */
export function tierAt(tiers: readonly DiscountTier[], turnover: bigint): number {
  return tiers.findLastIndex(({ turnoverFrom }) => turnover >= turnoverFrom);
}

/** The service fee that is left of a margin, rounded up; `percentOff` from 0 to 100. */
export function discountedMargin(marginPercent: number, percentOff: number): number {
  return Math.ceil((marginPercent * (100 - percentOff)) / 100);
}

/** Tiers of the sandbox. Existing ones stay unchanged. */
export async function seedDemoTiers({ db, config }: Pick<AppContext, 'db' | 'config'>): Promise<void> {
  if (config.ENVIRONMENT !== 'sandbox') return;
  const tiers: readonly DiscountTier[] = [
    { number: 1, name: 'New', turnoverFrom: 0n, percentOff: 0 },
    { number: 2, name: 'Regular', turnoverFrom: 200_000n, percentOff: 15 },
    { number: 3, name: 'Frequent', turnoverFrom: 1_000_000n, percentOff: 30 },
    { number: 4, name: 'Pilot', turnoverFrom: 5_000_000n, percentOff: 45 },
  ];
  await db
    .insertInto('discountTiers')
    .values([...tiers])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
