import type { Executor } from '../../database/db.ts';
import type { Coupon } from './coupon.ts';

const columns = [
  'code',
  'percentOff',
  'startsAt',
  'endsAt',
  'usesMax',
  'clientUsesMax',
  'payinMinEur',
  'isActive',
] as const;

export async function selectCoupon(executor: Executor, code: string): Promise<Coupon | undefined> {
  return executor.selectFrom('coupons').select(columns).where('code', '=', code).executeTakeFirst();
}

/** The coupon, held until the transaction ends, so that its last use goes to one order only. */
export async function lockCoupon(trx: Executor, code: string): Promise<Coupon | undefined> {
  return trx.selectFrom('coupons').select(columns).where('code', '=', code).forUpdate().executeTakeFirst();
}

/** Orders that stand with a coupon: of everybody, or of one client. */
export async function countUses(executor: Executor, code: string, clientId?: string): Promise<number> {
  const uses = executor
    .selectFrom('couponUses')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('code', '=', code)
    .where('givenBackAt', 'is', null);
  const { count } = await (
    clientId === undefined ? uses : uses.where('clientId', '=', clientId)
  ).executeTakeFirstOrThrow();
  return Number(count);
}
