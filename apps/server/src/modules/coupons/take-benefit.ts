import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { Benefit } from './benefit.ts';
import { judgeCoupon } from './judge-coupon.ts';
import { countUses, lockCoupon } from './store.ts';

/** Who uses a benefit, for what. */
export interface BenefitUse {
  orderId: string;
  clientId: string;
  payinEur: bigint;
}

/**
 * Uses a benefit up for an order that was just made, in the caller's transaction, which holds the client. Discounts
 * are not used up.
 *
 * @returns false when it is not there any more: an order at this price must not be made
 */
export async function takeBenefit(
  { clock }: Pick<AppContext, 'clock'>,
  trx: Executor,
  benefit: Benefit,
  use: BenefitUse,
): Promise<boolean> {
  const { orderId, clientId, payinEur } = use;
  const now = clock.now();
  if (benefit.source === 'next_order') {
    const grant = trx
      .selectFrom('serviceGrants')
      .select('grantId')
      .where('clientId', '=', clientId)
      .where('orderId', 'is', null)
      .where((row) => row.or([row('expiresAt', 'is', null), row('expiresAt', '>', now)]))
      .orderBy('expiresAt')
      .limit(1);
    const used = await trx
      .updateTable('serviceGrants')
      .set({ orderId })
      .where('grantId', 'in', grant)
      .executeTakeFirst();
    return used.numUpdatedRows === 1n;
  }
  if (benefit.source !== 'coupon') return true;
  const coupon = await lockCoupon(trx, benefit.code);
  const uses = await countUses(trx, benefit.code);
  const clientUses = await countUses(trx, benefit.code, clientId);
  if (judgeCoupon(coupon, { now, uses, clientUses, payinEur }) !== 'active') return false;
  await trx.insertInto('couponUses').values({ orderId, clientId, code: benefit.code, usedAt: now }).execute();
  return true;
}
