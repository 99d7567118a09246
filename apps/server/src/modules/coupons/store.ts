import type { Db, Executor } from '../../database/db.ts';
import type { Coupon } from './coupon.ts';
import type { AppContext } from '../../context.ts';

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

/** The coupon, locked until the transaction ends, so that its last use goes to one order only. */
export async function lockCoupon(trx: Executor, code: string): Promise<Coupon | undefined> {
  return trx.selectFrom('coupons').select(columns).where('code', '=', code).forUpdate().executeTakeFirst();
}

/** Orders that hold a coupon: of all clients, or of one, without those of merchants' payers who typed its address. */
export async function countUses(executor: Executor, code: string, clientId?: string): Promise<number> {
  const uses = executor
    .selectFrom('couponUses')
    .innerJoin('orders', 'orders.orderId', 'couponUses.orderId')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('couponUses.code', '=', code)
    .where('couponUses.givenBackAt', 'is', null);
  const { count } = await (
    clientId === undefined
      ? uses
      : uses.where('couponUses.clientId', '=', clientId).where('orders.isMerchant', '=', false)
  ).executeTakeFirstOrThrow();
  return Number(count);
}

/** A recent copy of a coupon, with its number of uses; without a coupon the code is unknown. */
interface KnownCoupon {
  coupon: Coupon | undefined;
  uses: number;
}

const lifeMs = 5000;
const keptMax = 1000;

interface Kept {
  known: Promise<KnownCoupon>;
  loadedAt: number;
}

const memory = new WeakMap<Db, Map<string, Kept>>();

/** A coupon for showing a price: at most a few seconds old, so that a visitor who tries codes costs no queries. */
export async function findCoupon({ db, clock }: Pick<AppContext, 'db' | 'clock'>, code: string): Promise<KnownCoupon> {
  const now = clock.now().getTime();
  const kept = memory.get(db) ?? new Map<string, Kept>();
  memory.set(db, kept);
  const last = kept.get(code);
  if (last !== undefined && now - last.loadedAt < lifeMs && now >= last.loadedAt) return last.known;
  if (kept.size >= keptMax) kept.clear();
  const known = load(db, code);
  kept.set(code, { known, loadedAt: now });
  known.catch(() => kept.delete(code));
  return known;
}

async function load(db: Db, code: string): Promise<KnownCoupon> {
  const coupon = await selectCoupon(db, code);
  return { coupon, uses: coupon === undefined ? 0 : await countUses(db, code) };
}
