import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/db.ts';
import type { Coupon } from './coupon.ts';
import { countUses, selectCoupon } from './store.ts';

/** A coupon as it was a moment ago, with how often it was used by then; without a coupon the code is unknown. */
export interface KnownCoupon {
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
