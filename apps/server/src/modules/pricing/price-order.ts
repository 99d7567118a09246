import { toFlag } from '@causeway/contract/fields/fields';
import type { AppContext } from '../../context.ts';
import type { RefusalItem } from '../../errors.ts';
import { getPriceList } from '../currencies/get-price-list.ts';
import type { PriceList } from '../currencies/price-list.ts';
import { assessLimits } from '../limits/assess-limits.ts';
import { getLimitTable, readStanding, type LimitStanding, type LimitTable } from '../limits/store.ts';
import type { PricedOrder, PriceOrderInput } from './priced-order.ts';
import { pricePair, type PricedPair } from './price-pair.ts';
import { readPreorder, type Pair } from './read-preorder.ts';
import { toCalculation } from './to-calculation.ts';

type PricingContext = Pick<AppContext, 'db' | 'clock' | 'rates' | 'texts'>;

/** What a price is made with beside the market: as it is in memory, or freshly read. */
interface Ground {
  list: PriceList;
  limits: LimitTable;
  standing: LimitStanding;
}

/** Prices a preorder for a reader. Never throws for what was asked: whatever is wrong is among the errors. */
export async function priceOrder(context: PricingContext, input: PriceOrderInput): Promise<PricedOrder> {
  const { reader } = input;
  const list = await getPriceList(context);
  const known =
    reader.kind === 'client' ? await readStanding(context.db, reader.clientId, context.clock.now()) : undefined;
  const limits = await getLimitTable(context);
  return price(context, input, { list, limits, standing: known ?? visitor });
}

/** The same for a visitor and without waiting; `undefined` when something must be read from the database first. */
export function priceFromMemory(context: PricingContext, input: PriceOrderInput): PricedOrder | undefined {
  if (input.reader.kind !== 'visitor') return undefined;
  const list = getPriceList.peek(context);
  const limits = getLimitTable.peek(context);
  if (list === undefined || limits === undefined) return undefined;
  return price(context, input, { list, limits, standing: visitor });
}

function price(context: PricingContext, input: PriceOrderInput, { list, limits, standing }: Ground): PricedOrder {
  const { preorder, reader } = input;
  const { pair, typed, errors: reading } = readPreorder(list, preorder);
  const isFloatingRate = preorder.isFloatingRate ?? true;
  const priced: PricedPair =
    pair === undefined
      ? { record: undefined, bounds: undefined, errors: [] }
      : pricePair(context.rates, list.settings, { pair, typed, isFloatingRate });
  const { record } = priced;
  const payinAmountEur = record?.payinAmountEur ?? 0n;
  const assessment = assessLimits(limits, standing, payinAmountEur);
  return {
    record,
    payinAmount: record?.payinAmount ?? 0n,
    payoutAmount: record?.payoutAmount ?? 0n,
    payinAmountEur,
    errors: [...reading, ...priced.errors, ...findPauses(pair), ...assessment.errors],
    limits: {
      isAuthorized: toFlag(reader.kind === 'client'),
      clientLevel: standing.level,
      verificationRequired: assessment.verificationRequired,
    },
    calculation: toCalculation(context, { list, pair, priced, isFloatingRate, typed, input }),
  };
}

function findPauses(pair: Pair | undefined): RefusalItem[] {
  const items: RefusalItem[] = [];
  if (pair?.payin.isPaused === true) items.push({ code: 'PAYIN_PAUSED', field: 'payin_group' });
  if (pair?.payout.isPaused === true) items.push({ code: 'PAYOUT_PAUSED', field: 'payout_group' });
  return items;
}

const visitor: LimitStanding = { level: 'unverified', isBasicVerifyEnabled: true, usedThisMonth: 0n };
