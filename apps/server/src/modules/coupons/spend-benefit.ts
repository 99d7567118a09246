import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { Benefit } from './find-benefits.ts';
import { judgeCoupon } from './coupon.ts';
import { countUses, lockCoupon } from './store.ts';

/** The client, order and benefit of a use. */
interface BenefitUse {
  orderId: string;
  clientId: string;
  payinEur: bigint;
}

/**
 * Uses a benefit up for an order that was just made, in the caller's transaction, which locks the client. Discounts are
 * not used up.
 *
 * @returns false when it is not there any more: an order at this price must not be made
 */
export async function spendBenefit(
  { clock }: Pick<AppContext, 'clock'>,
  trx: Executor,
  benefit: Benefit,
  use: BenefitUse,
): Promise<boolean> {
  const { orderId, clientId, payinEur } = use;
  const now = clock.now();
  if (benefit.source === 'next_order') return spendGrant(trx, use, now);
  if (benefit.source === 'first_order') return isFirstOrder(trx, use);
  if (benefit.source !== 'coupon') return true;
  const coupon = await lockCoupon(trx, benefit.code);
  const uses = await countUses(trx, benefit.code);
  const clientUses = await countUses(trx, benefit.code, clientId);
  if (judgeCoupon(coupon, { now, uses, clientUses, payinEur }) !== 'active') return false;
  await trx.insertInto('couponUses').values({ orderId, clientId, code: benefit.code, usedAt: now }).execute();
  return true;
}

async function spendGrant(trx: Executor, { orderId, clientId }: BenefitUse, now: Date): Promise<boolean> {
  const grant = trx
    .selectFrom('serviceGrants')
    .select('grantId')
    .where('clientId', '=', clientId)
    .where('orderId', 'is', null)
    .where((row) => row.or([row('expiresAt', 'is', null), row('expiresAt', '>', now)]))
    .orderBy('expiresAt')
    .limit(1);
  const used = await trx.updateTable('serviceGrants').set({ orderId }).where('grantId', 'in', grant).executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** The client is locked, so of several orders at once only one can be the first. */
async function isFirstOrder(trx: Executor, { orderId, clientId }: BenefitUse): Promise<boolean> {
  const other = await trx
    .selectFrom('orders')
    .select('orderId')
    .where('clientId', '=', clientId)
    .where('orderId', '!=', orderId)
    .where('status', 'not in', ['canceled', 'expired', 'refunded', 'error'])
    .executeTakeFirst();
  return other === undefined;
}

/** Makes the benefits of an order that ended without money usable again, in the caller's transaction. */
export async function returnBenefits(
  { clock }: Pick<AppContext, 'clock'>,
  trx: Executor,
  orderId: string,
): Promise<void> {
  await trx
    .updateTable('couponUses')
    .set({ givenBackAt: clock.now() })
    .where('orderId', '=', orderId)
    .where('givenBackAt', 'is', null)
    .execute();
  await trx.updateTable('serviceGrants').set({ orderId: null }).where('orderId', '=', orderId).execute();
}
