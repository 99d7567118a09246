import type { CalculationLimits } from '@causeway/contract/shapes/calculation';
import { toFlag } from '@causeway/contract/fields/fields';
import type { AppContext, Reader } from '../../context.ts';
import type { RefusalItem } from '../../errors.ts';
import { getPriceList } from '../currencies/get-price-list.ts';
import { assessLimits } from '../limits/assess-limits.ts';
import { getLimitTable, readStanding } from '../limits/store.ts';
import type { PricedOrder, PriceOrderInput } from './priced-order.ts';
import { pricePair, type PricedPair } from './price-pair.ts';
import { readPreorder, type Pair } from './read-preorder.ts';
import { toCalculation } from './to-calculation.ts';

type PricingContext = Pick<AppContext, 'db' | 'clock' | 'rates' | 'texts'>;

/** Prices a preorder for a reader. Never throws for what was asked: whatever is wrong is among the errors. */
export async function priceOrder(context: PricingContext, input: PriceOrderInput): Promise<PricedOrder> {
  const { preorder, reader } = input;
  const list = await getPriceList(context);
  const { pair, typed, errors: reading } = readPreorder(list, preorder);
  const isFloatingRate = preorder.isFloatingRate ?? true;
  const priced: PricedPair =
    pair === undefined
      ? { record: undefined, bounds: undefined, errors: [] }
      : pricePair(context.rates, list.settings, { pair, typed, isFloatingRate });
  const { record } = priced;
  const payinAmountEur = record?.payinAmountEur ?? 0n;
  const { limits, errors: limiting } = await readLimits(context, reader, payinAmountEur);
  const errors = [...reading, ...priced.errors, ...findPauses(pair), ...limiting];
  return {
    record,
    payinAmount: record?.payinAmount ?? 0n,
    payoutAmount: record?.payoutAmount ?? 0n,
    payinAmountEur,
    errors,
    limits,
    calculation: toCalculation(context, { list, pair, priced, isFloatingRate, typed, input }),
  };
}

function findPauses(pair: Pair | undefined): RefusalItem[] {
  const items: RefusalItem[] = [];
  if (pair?.payin.isPaused === true) items.push({ code: 'PAYIN_PAUSED', field: 'payin_group' });
  if (pair?.payout.isPaused === true) items.push({ code: 'PAYOUT_PAUSED', field: 'payout_group' });
  return items;
}

async function readLimits(
  context: PricingContext,
  reader: Reader,
  orderCents: bigint,
): Promise<{ limits: CalculationLimits; errors: RefusalItem[] }> {
  const standing =
    reader.kind === 'client' ? await readStanding(context.db, reader.clientId, context.clock.now()) : undefined;
  const { level, isBasicVerifyEnabled, usedThisMonth } = standing ?? visitor;
  const table = await getLimitTable(context);
  const { verificationRequired, errors } = assessLimits(
    table,
    { level, isBasicVerifyEnabled, usedThisMonth },
    orderCents,
  );
  return {
    limits: { isAuthorized: toFlag(reader.kind === 'client'), clientLevel: level, verificationRequired },
    errors,
  };
}

const visitor = { level: 'unverified', isBasicVerifyEnabled: true, usedThisMonth: 0n } as const;
