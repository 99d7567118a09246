import { addressFamily } from '../../budgets/address-family.ts';
import { reserveAttempt } from '../../budgets/reserve-attempt.ts';
import type { AppContext, Caller } from '../../context.ts';
import type { Db } from '../../database/db.ts';
import { normalCode } from './coupon.ts';
import { findCoupon } from './store.ts';

/** The caller who tries a coupon. */
interface CouponTry {
  coupon?: string | undefined;
  ip: string;
  caller: Caller;
}

/** A repeated answer is not a guess for so long: a price is requested again and again. */
const knownMs = 10 * 60_000;
const knownMax = 20_000;

/**
 * Which caller has had an answer about which coupon, and when, in this process. Each entry has cost an attempt or was
 * right.
 */
const answered = new WeakMap<Db, Map<string, number>>();

/**
 * Counts an attempt at a coupon before its answer is known; an existing coupon costs no attempt. To be called wherever
 * a request has a coupon, before it is priced.
 *
 * @throws Refusal TOO_MANY_REQUESTS, whether there is such a coupon or not
 */
export async function admitCoupon(context: AppContext, { coupon = '', ip, caller }: CouponTry): Promise<void> {
  const code = normalCode(coupon.trim());
  if (code === '') return;
  const address = addressFamily(ip);
  const client = caller.kind === 'client' ? { client: caller.clientId } : {};
  const now = context.clock.now().getTime();
  const known = answered.get(context.db) ?? new Map<string, number>();
  answered.set(context.db, known);
  const pair = `${caller.kind === 'client' ? caller.clientId : address} ${code}`;
  const before = known.get(pair);
  if (before !== undefined && now - before < knownMs) return;
  const token = await reserveAttempt(context, 'coupon', { address, ...client });
  if ((await findCoupon(context, code)).coupon !== undefined) await token.release();
  if (known.size >= knownMax) known.clear();
  known.set(pair, now);
}
