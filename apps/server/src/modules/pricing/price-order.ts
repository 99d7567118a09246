import { toFlag } from '@causeway/contract/fields/fields';
import type { AppContext } from '../../context.ts';
import type { RefusalItem } from '../../errors.ts';
import { listClientBalances } from '../balance/list-client-balances.ts';
import { findBenefits, visitorBenefits, type FoundBenefits } from '../coupons/find-benefits.ts';
import { getPriceList } from '../currencies/get-price-list.ts';
import type { PriceList } from '../currencies/price-list.ts';
import { assessLimits } from '../limits/assess-limits.ts';
import { getLimitTable, readStanding, type LimitStanding, type LimitTables } from '../limits/store.ts';
import { discountedSettings } from './discounted-settings.ts';
import { orderValue } from './order-value.ts';
import type { PricedOrder, PriceOrderInput } from './priced-order.ts';
import { pricePair, type PricedPair } from './price-pair.ts';
import { readPreorder, type Pair, type ReadPreorder } from './read-preorder.ts';
import { toCalculation } from './to-calculation.ts';

type PricingContext = Pick<AppContext, 'db' | 'clock' | 'rates' | 'texts'>;

/** What a price is made with beside the market: as it is in memory, or freshly read. */
interface Ground {
  list: PriceList;
  limits: LimitTables;
  standing: LimitStanding;
  benefits: FoundBenefits;
  /** What the client holds of the pay-in, when that is to come from the balance. */
  balance: bigint | undefined;
}

/** Prices a preorder for a reader. Never throws for what was asked: whatever is wrong is among the errors. */
export async function priceOrder(context: PricingContext, input: PriceOrderInput): Promise<PricedOrder> {
  const { reader, preorder, language } = input;
  const { db, clock } = context;
  const list = await getPriceList(context);
  const known = reader.kind === 'client' ? await readStanding(db, reader.clientId, clock.now()) : undefined;
  const limits = await getLimitTable(context);
  const asked = readPreorder(list, preorder);
  const { record } = input.locked === undefined ? pricePlain(context, input, list, asked) : { record: input.locked };
  const benefits = await findBenefits(context, {
    reader,
    language,
    coupon: preorder.coupon,
    payinEur: record?.payinAmountEur,
    isFirstFree: list.settings.isFirstOrderFree,
  });
  const isFromBalance = asked.pair?.payin.group.code === 'balance' && reader.kind === 'client';
  const balance = isFromBalance
    ? ((await listClientBalances(db, reader.clientId)).get(asked.pair?.payin.currency.code ?? '') ?? 0n)
    : undefined;
  return price(context, input, asked, { list, limits, standing: known ?? visitor, benefits, balance });
}

/** The same for a visitor and without waiting; `undefined` when something must be read from the database first. */
export function priceFromMemory(context: PricingContext, input: PriceOrderInput): PricedOrder | undefined {
  if (input.reader.kind !== 'visitor' || (input.preorder.coupon ?? '').trim() !== '') return undefined;
  const list = getPriceList.peek(context);
  const limits = getLimitTable.peek(context);
  if (list === undefined || limits === undefined) return undefined;
  const benefits = visitorBenefits(list.settings.isFirstOrderFree);
  const asked = readPreorder(list, input.preorder);
  return price(context, input, asked, { list, limits, standing: visitor, benefits, balance: undefined });
}

function price(context: PricingContext, input: PriceOrderInput, asked: ReadPreorder, ground: Ground): PricedOrder {
  const { list, limits, standing, benefits, balance } = ground;
  const { pair, typed, errors: reading } = asked;
  const isFloatingRate = input.preorder.isFloatingRate ?? true;
  const priced = priceWith(context, input, list, asked, benefits);
  const { record } = priced;
  const assessment = assessLimits(limits, standing, orderValue(record));
  return {
    record,
    payinAmount: record?.payinAmount ?? 0n,
    payoutAmount: record?.payoutAmount ?? 0n,
    payinAmountEur: record?.payinAmountEur ?? 0n,
    errors: [...reading, ...priced.errors, ...findPauses(pair), ...checkBalance(priced, balance), ...assessment.errors],
    limits: {
      isAuthorized: toFlag(input.reader.kind === 'client'),
      clientLevel: standing.level,
      verificationRequired: assessment.verificationRequired,
    },
    refusedCoupon: benefits.refusedCoupon,
    quoteLockSeconds: list.settings.quoteLockSeconds,
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
  if (input.locked !== undefined) return { record: input.locked, bounds: undefined, errors: [] };
  const priced = pricePlain(context, input, list, asked, best?.percentOff);
  if (best === undefined || priced.record === undefined) return priced;
  return { ...priced, record: { ...priced.record, discount: best } };
}

function pricePlain(
  { rates }: PricingContext,
  { preorder }: PriceOrderInput,
  list: PriceList,
  { pair, typed }: ReadPreorder,
  percentOff = 0,
): PricedPair {
  if (pair === undefined) return { record: undefined, bounds: undefined, errors: [] };
  const isFloatingRate = preorder.isFloatingRate ?? true;
  return pricePair(rates, discountedSettings(list.settings, percentOff), { pair, typed, isFloatingRate });
}

function findPauses(pair: Pair | undefined): RefusalItem[] {
  const items: RefusalItem[] = [];
  if (pair?.payin.isPaused === true) items.push({ code: 'PAYIN_PAUSED', field: 'payin_group' });
  if (pair?.payout.isPaused === true) items.push({ code: 'PAYOUT_PAUSED', field: 'payout_group' });
  return items;
}

function checkBalance({ record }: PricedPair, balance: bigint | undefined): RefusalItem[] {
  if (record === undefined || balance === undefined || balance >= record.payinAmount) return [];
  return [{ code: 'BALANCE_SHORT', field: 'payin_amount' }];
}

const visitor: LimitStanding = {
  level: 'unverified',
  isBasicVerifyEnabled: true,
  usedThisMonth: { EUR: 0n, USD: 0n },
};
