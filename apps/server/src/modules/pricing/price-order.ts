import { toFlag } from '@causeway/contract/fields/fields';
import type { Preorder } from '@causeway/contract/shapes/preorder';
import type { AppContext, Rates, Caller } from '../../context.ts';
import { type RefusalItem, Refusal } from '../../errors.ts';
import { listClientBalances } from '../balance/client-balances.ts';
import { type FoundBenefits, findBenefits, visitorBenefits } from '../coupons/benefits.ts';
import { discountedMargin } from '../discounts/tiers.ts';
import { getPriceList } from '../currencies/get-price-list.ts';
import type { PaymentOption, PriceList, PricingSettings } from '../currencies/price-list.ts';
import { type LimitStanding, type LimitTables, getLimitTable, readStanding } from '../limits/store.ts';
import { assessLimits, assessMerchant } from '../limits/assess-limits.ts';
import { asPurchase, isMerchantOrder, isToPartner } from '../partners/as-merchant.ts';
import { findPartner, recall } from '../partners/find-partner.ts';
import type { Partner } from '../partners/partner.ts';
import { type Pair, type PricedPair, boundsOf, checkBounds, isTransferOut, pricePair } from './price-pair.ts';
import { orderValue } from './order-value.ts';
import { partnerSettings } from './config/partner-settings.ts';
import type { QuoteRecord } from './quote-record.ts';
import { type ReadPreorder, readPreorder, toCalculation } from './calculation.ts';
import type { Calculation, CalculationLimits } from '@causeway/contract/shapes/calculation';
import type { Language } from '@causeway/domain/languages/languages';

/** What is to be priced, for whom. */
export interface PriceOrderInput {
  preorder: Preorder;
  caller: Caller;
  language: Language;
  /** A locked price: it is answered and judged unchanged, not made again. */
  locked?: QuoteRecord | undefined;
  /** Money is to leave the balance: also in its own currency, where it is not exchanged. */
  isWithdrawal?: boolean | undefined;
}

/** A price as far as there is one, and every reason against an order at it. */
export interface PricedOrder {
  /** Present whenever both amounts are known, even when `errors` refuse an order. */
  record: QuoteRecord | undefined;
  /** Smallest pay-in units; 0n when unknown. */
  payinAmount: bigint;
  /** Smallest pay-out units; 0n when unknown. */
  payoutAmount: bigint;
  /** Cents; 0n when unknown. */
  payinAmountEur: bigint;
  /** Any of these refuses an order. */
  errors: RefusalItem[];
  /** An order needs `verificationRequired` to be empty. */
  limits: CalculationLimits;
  /** Why an order with the coupon is refused; the price is made without it. */
  refusedCoupon: RefusalItem | undefined;
  /** How long a fixed price can be ordered at. */
  quoteLockSeconds: number;
  /** The kind of order that was priced. */
  purpose: { isMerchant: boolean; payToPartner: boolean };
  /** The wire form of the price. */
  calculation: Calculation;
}

/**
 * The record to make an order of.
 *
 * @throws Refusal with every reason against it, VERIFICATION_REQUIRED included
 */
export function requireOrderable(priced: PricedOrder): QuoteRecord {
  const isVerified = priced.limits.verificationRequired.length === 0;
  const coupon = priced.refusedCoupon === undefined ? [] : [priced.refusedCoupon];
  const level = isVerified ? [] : [{ code: 'VERIFICATION_REQUIRED' as const }];
  const errors = [...priced.errors, ...coupon, ...level];
  if (errors.length > 0) throw new Refusal(errors);
  if (priced.record === undefined) throw new Refusal({ code: 'CANT_EXCHANGE', field: 'payin_currency' });
  return priced.record;
}

type PricingContext = Pick<AppContext, 'config' | 'db' | 'clock' | 'rates' | 'texts'>;

/** What a price is made with beside the market: from memory, or freshly read. */
interface Ground {
  list: PriceList;
  /** The partner of the order; `undefined` without one or with an unknown key. */
  partner: Partner | undefined;
  limits: LimitTables;
  standing: LimitStanding;
  benefits: FoundBenefits;
  /** What the client holds of the pay-in, when that is to come from the balance. */
  balance: bigint | undefined;
}

/** Prices a preorder for a caller. Never throws for the request: every fault is among the errors. */
export async function priceOrder(context: PricingContext, input: PriceOrderInput): Promise<PricedOrder> {
  const { caller, language } = input;
  const { db, clock } = context;
  const { partnerKey } = input.preorder;
  const partner = partnerKey === undefined ? undefined : await findPartner(context, partnerKey);
  const preorder = asLocked(asPurchase(partner, input.preorder), input.locked);
  const isMerchant = isMerchantOrder(partner, preorder);
  const list = withPartner(await getPriceList(context), partner);
  const known = caller.kind === 'client' ? await readStanding(db, caller.clientId, clock.now(), isMerchant) : undefined;
  const limits = await getLimitTable(context);
  const asked = readPreorder(list, preorder);
  const { record } =
    input.locked === undefined ? pricePlain(context, { ...input, preorder }, list, asked) : { record: input.locked };
  const isPlain = isTransferred(input, asked);
  const benefits = isPlain
    ? visitorBenefits(false)
    : await findBenefits(context, {
        // A payer who enters an e-mail address at a merchant gets none of its owner's benefits.
        caller: isMerchant ? { kind: 'visitor' } : caller,
        language,
        coupon: preorder.coupon,
        payinEur: record?.payinAmountEur,
        isFirstFree: list.settings.isFirstOrderFree && !isMerchant,
      });
  const isFromBalance = asked.pair?.payin.group.code === 'balance' && caller.kind === 'client' && !isMerchant;
  const balance = isFromBalance
    ? ((await listClientBalances(db, caller.clientId)).get(asked.pair?.payin.currency.code ?? '') ?? 0n)
    : undefined;
  const ground = { list, partner, limits, standing: known ?? visitor, benefits, balance };
  return price(context, { ...input, preorder }, asked, ground);
}

/** The same for a visitor and without waiting; `undefined` when something must be read from the database first. */
export function priceFromMemory(context: PricingContext, input: PriceOrderInput): PricedOrder | undefined {
  if (input.caller.kind !== 'visitor' || (input.preorder.coupon ?? '').trim() !== '') return undefined;
  const { partnerKey } = input.preorder;
  const known = partnerKey === undefined ? noPartner : recall(context, partnerKey);
  const listed = getPriceList.peek(context);
  const limits = getLimitTable.peek(context);
  if (listed === undefined || limits === undefined || known === undefined) return undefined;
  const { partner } = known;
  const list = withPartner(listed, partner);
  const preorder = asPurchase(partner, input.preorder);
  const benefits = visitorBenefits(list.settings.isFirstOrderFree && !isMerchantOrder(partner, preorder));
  const asked = readPreorder(list, preorder);
  const ground = { list, partner, limits, standing: visitor, benefits, balance: undefined };
  return price(context, partner === undefined ? input : { ...input, preorder }, asked, ground);
}

function price(context: PricingContext, input: PriceOrderInput, asked: ReadPreorder, ground: Ground): PricedOrder {
  const { list, partner, limits, standing, benefits, balance } = ground;
  const { pair, typed, errors: reading } = asked;
  const isFloatingRate = input.preorder.isFloatingRate ?? true;
  const priced = priceWith(context, input, list, asked, benefits);
  const { record } = priced;
  const value = orderValue(record);
  const isMerchant = isMerchantOrder(partner, input.preorder);
  const assessment = isMerchant ? assessMerchant(limits, standing, value) : assessLimits(limits, standing, value);
  const pauses = findPauses(context.rates, pair, isMerchant);
  return {
    record,
    payinAmount: record?.payinAmount ?? 0n,
    payoutAmount: record?.payoutAmount ?? 0n,
    payinAmountEur: record?.payinAmountEur ?? 0n,
    errors: [
      ...checkPartner(input.preorder, partner),
      ...reading,
      // The pause explains why there is no rate.
      ...(pauses.length > 0 ? priced.errors.filter(({ code }) => code !== 'RATE_UNAVAILABLE') : priced.errors),
      ...pauses,
      ...checkBalance(priced, balance),
      // No verification helps where the method itself takes less.
      ...(priced.errors.some(({ code }) => code === 'AMOUNT_MAX') ? [] : assessment.errors),
    ],
    limits: {
      isAuthorized: toFlag(input.caller.kind === 'client'),
      clientLevel: standing.level,
      verificationRequired: assessment.verificationRequired,
    },
    refusedCoupon: benefits.refusedCoupon,
    quoteLockSeconds: list.settings.quoteLockSeconds,
    purpose: { isMerchant, payToPartner: isToPartner(partner, input.preorder) },
    calculation: toCalculation({ list, pair, priced, isFloatingRate, typed, benefits }),
  };
}

function priceWith(
  context: PricingContext,
  input: PriceOrderInput,
  list: PriceList,
  asked: ReadPreorder,
  { best }: FoundBenefits,
): PricedPair {
  if (input.locked !== undefined) return priceLocked(input.locked, asked);
  const priced = pricePlain(context, input, list, asked, best?.percentOff);
  if (best === undefined || priced.record === undefined) return priced;
  return { ...priced, record: { ...priced.record, discount: best } };
}

/**
 * A locked price is judged by itself: fields that the preorder leaves out are those that were locked, not those that a
 * page opens with.
 */
function asLocked(preorder: Preorder, locked: QuoteRecord | undefined): Preorder {
  if (locked === undefined) return preorder;
  const { payinCurrency, payinGroup, payoutCurrency, payoutGroup } = locked;
  return { ...preorder, payinCurrency, payinGroup, payoutCurrency, payoutGroup };
}

/** The price holds; the limits of its options may have changed since. */
function priceLocked(record: QuoteRecord, { pair }: ReadPreorder): PricedPair {
  if (pair === undefined) return { record, bounds: undefined, errors: [] };
  const bounds = boundsOf(pair, record);
  return { record, bounds: undefined, errors: checkBounds(record.payinAmount, bounds, pair) };
}

function pricePlain(
  { rates }: PricingContext,
  input: PriceOrderInput,
  list: PriceList,
  asked: ReadPreorder,
  percentOff = 0,
): PricedPair {
  const { pair, typed } = asked;
  if (pair === undefined) return { record: undefined, bounds: undefined, errors: [] };
  const isFloatingRate = input.preorder.isFloatingRate ?? true;
  const settings = discountedSettings(list.settings, isTransferred(input, asked) ? 100 : percentOff);
  return pricePair(rates, settings, { pair, typed, isFloatingRate, isWithdrawal: input.isWithdrawal === true });
}

/** What leaves the balance in its own currency is not exchanged: no service fee, and no discount is spent on it. */
function isTransferred({ isWithdrawal }: PriceOrderInput, { pair }: ReadPreorder): boolean {
  return isWithdrawal === true && pair !== undefined && isTransferOut(pair);
}

/** The list on the terms of a partner. */
function withPartner(list: PriceList, partner: Partner | undefined): PriceList {
  return partner === undefined ? list : { ...list, settings: partnerSettings(list.settings, partner) };
}

function checkPartner(
  { partnerKey, isMerchant }: PriceOrderInput['preorder'],
  partner: Partner | undefined,
): RefusalItem[] {
  if (partnerKey !== undefined && partner === undefined) return [{ code: 'PARTNER_UNKNOWN', field: 'partner_key' }];
  return isMerchant === true && partner?.isMerchant !== true ? [{ code: 'MERCHANT_OFF' }] : [];
}

/** A balance pays only for its signed-in owner, and a merchant's payer is not signed in. */
function findPauses(rates: Rates, pair: Pair | undefined, isMerchant: boolean): RefusalItem[] {
  if (pair === undefined) return [];
  const items: RefusalItem[] = [];
  const isPaused = ({ isPaused: isOff, currency }: PaymentOption) => isOff || rates.isPaused(currency.asset);
  const isBalance = pair.payin.group.code === 'balance';
  if (isPaused(pair.payin) || (isBalance && isMerchant)) items.push({ code: 'PAYIN_PAUSED', field: 'payin_group' });
  if (isPaused(pair.payout)) items.push({ code: 'PAYOUT_PAUSED', field: 'payout_group' });
  return items;
}

function checkBalance({ record }: PricedPair, balance: bigint | undefined): RefusalItem[] {
  if (record === undefined || balance === undefined || balance >= record.payinAmount) return [];
  return [{ code: 'BALANCE_SHORT', field: 'payin_amount' }];
}

const noPartner: { partner: Partner | undefined } = { partner: undefined };

const visitor: LimitStanding = {
  level: 'unverified',
  isBasicVerifyEnabled: true,
  isZerohashFlow: false,
  usedThisMonth: { EUR: 0n, USD: 0n },
};

/** One object for one discount, so that values prepared for it are found again. */
const made = new WeakMap<PricingSettings, Map<number, PricingSettings>>();

/** The settings with a reduced service fee, its percent rounded up; `percentOff` from 0 to 100. */
function discountedSettings(settings: PricingSettings, percentOff: number): PricingSettings {
  if (percentOff === 0) return settings;
  const known = made.get(settings) ?? new Map<number, PricingSettings>();
  made.set(settings, known);
  const marginPercent = discountedMargin(settings.marginPercent, percentOff);
  const discounted = known.get(percentOff) ?? { ...settings, marginPercent };
  known.set(percentOff, discounted);
  return discounted;
}
