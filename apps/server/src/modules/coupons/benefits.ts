import type { CouponResult } from '@causeway/contract/shapes/calculation';
import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext, Caller } from '../../context.ts';
import type { RefusalItem } from '../../errors.ts';
import { judgeCoupon, normalCode, refusalOf, toCouponResult } from './coupon.ts';
import { countUses, findCoupon, lockCoupon } from './store.ts';
import { getTiers, tierAt } from '../discounts/tiers.ts';
import { isMoved, readTurnover } from '../discounts/turnover.ts';
import { knownNow, readNow } from '../rates/known-time.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Executor, Db } from '../../database/db.ts';
import { addressFamily } from '../../budgets/address-family.ts';
import { reserveAttempt } from '../../budgets/reserve-attempt.ts';

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

/** Why a client pays less of the service fee. */
type BenefitSource = 'first_order' | 'next_order' | 'coupon' | 'vip' | 'tier';

/** What lowers the service fee of one price. */
export interface Benefit {
  source: BenefitSource;
  /** Part of the service fee that is not charged, 1 to 100. */
  percentOff: number;
  /** The coupon, or the discount's name. */
  code: string;
}

/** Benefits of a client beside coupons. */
interface Entitlements {
  /** Discounts of the client: `vip` replaces `tier`. */
  discounts: readonly Benefit[];
  /** The next order is free of the service fee. */
  isNextFree: boolean;
  /** The client has no order that exchanges, neither finished nor under way. */
  isNew: boolean;
}

/** The best of several benefits; of equals the first, so that nothing is used up in vain. */
export function bestBenefit(benefits: readonly Benefit[]): Benefit | undefined {
  let best: Benefit | undefined;
  for (const benefit of benefits) if (benefit.percentOff > (best?.percentOff ?? 0)) best = benefit;
  return best;
}

/** What lowers the service fee of a price, and its description for the client. */
export interface FoundBenefits {
  best: Benefit | undefined;
  coupons: CouponResult[];
  /** Why an order with this coupon is refused. */
  refusedCoupon: RefusalItem | undefined;
  canFreeFirst: boolean;
  isNextFree: boolean;
}

interface BenefitQuestion {
  caller: Caller;
  language: Language;
  coupon: string | undefined;
  /** Cents of the pay-in; `undefined` while no amount is known. */
  payinEur: bigint | undefined;
  /** The operator charges no service fee for the first order. */
  isFirstFree: boolean;
}

/** A visitor has no history and may well be new. */
const visitor: Entitlements = { discounts: [], isNextFree: false, isNew: true };

/** The benefits of a visitor without a coupon; no query is needed for them. */
export function visitorBenefits(isFirstFree: boolean): FoundBenefits {
  return isFirstFree ? newcomer : nothing;
}

const nothing: FoundBenefits = {
  best: undefined,
  coupons: [],
  refusedCoupon: undefined,
  canFreeFirst: false,
  isNextFree: false,
};
const newcomer: FoundBenefits = {
  ...nothing,
  best: { source: 'first_order', percentOff: 100, code: '' },
  canFreeFirst: true,
};

/**
 * The best of everything that lowers the service fee: free first order, free next order, the client's discount, the
 * coupon. They are not added up. A visitor without a coupon costs no query.
 */
export async function findBenefits(
  context: Pick<AppContext, 'db' | 'clock' | 'texts'>,
  question: BenefitQuestion,
): Promise<FoundBenefits> {
  const { caller } = question;
  const now = context.clock.now();
  const { discounts, isNextFree, isNew } =
    caller.kind === 'client' ? await readEntitlements(context, caller.clientId, now) : visitor;
  const canFreeFirst = question.isFirstFree && isNew;
  const owned: Benefit[] = [
    ...(canFreeFirst ? [{ source: 'first_order', percentOff: 100, code: '' } as const] : []),
    ...discounts.filter(({ percentOff }) => percentOff === 100),
    ...(isNextFree ? [{ source: 'next_order', percentOff: 100, code: '' } as const] : []),
    ...discounts,
  ];
  const others = { canFreeFirst, isNextFree };
  const typed = question.coupon?.trim() ?? '';
  if (typed === '') return { best: bestBenefit(owned), coupons: [], refusedCoupon: undefined, ...others };
  const code = normalCode(typed);
  const { coupon, uses } = await findCoupon(context, code);
  const clientUses =
    coupon === undefined || caller.kind === 'visitor' ? 0 : await countUses(context.db, code, caller.clientId);
  const knownAt = coupon === undefined ? now : await readNow(context.db, context);
  const verdict = judgeCoupon(coupon, { now: knownAt, uses, clientUses, payinEur: question.payinEur });
  const offered: Benefit[] =
    coupon !== undefined && verdict === 'active' ? [{ source: 'coupon', percentOff: coupon.percentOff, code }] : [];
  const best = bestBenefit([...owned, ...offered]);
  const isBeaten = verdict === 'active' && best?.source !== 'coupon';
  return {
    best,
    coupons: [toCouponResult(context.texts, question.language, { typed, coupon, verdict, isBeaten })],
    refusedCoupon: refusalOf(verdict),
    ...others,
  };
}

const found = z.object({
  vip: z.int().nullable(),
  vipName: z.string().nullable(),
  tier: z.int().nullable(),
  tierName: z.string().nullable(),
  isNextFree: z.boolean(),
  isNew: z.boolean(),
});

/** Benefits of a client at a moment, in one query; a second one where there are tiers. */
async function readEntitlements(context: TierSource, clientId: string, now: Date): Promise<Entitlements> {
  const { rows } = await sql`
    select vip.percent_off as vip, vip.name as vip_name, tier.percent_off as tier, tier.name as tier_name,
      exists (
        select from service_grants
        where client_id = ${clientId} and order_id is null and (expires_at is null or expires_at > ${knownNow(context)})
      ) as is_next_free,
      not exists (
        select from orders where client_id = ${clientId} and not is_merchant and not ${isMoved}
          and status not in ('canceled', 'expired', 'refunded', 'error')
      ) as is_new
    from (select) as one
      left join client_discounts vip on vip.client_id = ${clientId} and vip.source = 'vip'
      left join client_discounts tier on tier.client_id = ${clientId} and tier.source = 'tier'
  `.execute(context.db);
  const { vip, vipName, tier, tierName, isNextFree, isNew } = found.parse(rows[0]);
  const discounts: Benefit[] = [];
  if (vip !== null) discounts.push({ source: 'vip', percentOff: vip, code: vipName ?? '' });
  else if (tier !== null) discounts.push({ source: 'tier', percentOff: tier, code: tierName ?? '' });
  else discounts.push(...(await findTier(context, clientId, now)));
  return { discounts, isNextFree, isNew };
}

type TierSource = Pick<AppContext, 'db' | 'clock'>;

/** The tier that a client has reached by its turnover; one that the operator has set for the client replaces it. */
async function findTier(context: TierSource, clientId: string, now: Date): Promise<Benefit[]> {
  const tiers = await getTiers(context);
  if (tiers.every(({ percentOff }) => percentOff === 0)) return [];
  const tier = tiers[tierAt(tiers, await readTurnover(context.db, clientId, now))];
  if (tier === undefined || tier.percentOff === 0) return [];
  return [{ source: 'tier', percentOff: tier.percentOff, code: tier.name }];
}

/** The client, order and benefit of a use. */
interface BenefitUse {
  orderId: string;
  clientId: string;
  /** By a merchant's payer, who is not signed in as the client. */
  isMerchant: boolean;
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
  const { orderId, clientId, isMerchant, payinEur } = use;
  if (benefit.source === 'first_order') return isFirstOrder(trx, use);
  if (benefit.source !== 'coupon' && benefit.source !== 'next_order') return true;
  const now = await readNow(trx, { clock });
  if (benefit.source === 'next_order') return spendGrant(trx, use, now);
  const coupon = await lockCoupon(trx, benefit.code);
  const uses = await countUses(trx, benefit.code);
  // Judged as it was priced: a visitor's.
  const clientUses = isMerchant ? 0 : await countUses(trx, benefit.code, clientId);
  if (judgeCoupon(coupon, { now, uses, clientUses, payinEur }) !== 'active') return false;
  await trx.insertInto('couponUses').values({ orderId, clientId, code: benefit.code, usedAt: clock.now() }).execute();
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
    .where('isMerchant', '=', false)
    .where(({ not }) => not(isMoved))
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
